import { installedPackage, type InstalledPackage } from "./installed-package.ts";

/** A copy of a package, and who gets it. */
export interface Copy {
  readonly folder: string;
  readonly version: string;
  /** Names of packages that get it when they import it. */
  readonly usedBy: readonly string[];
}

/**
 * The copies of a package that a project's own code and everything that it depends on would load: who imports what is
 * decided by where it lies, so each dependency is looked up from where its dependant lies.
 */
export function copiesOf(name: string, project: InstalledPackage): readonly Copy[] {
  const copies = new Map<string, { version: string; usedBy: Set<string> }>();
  const seen = new Set([project.folder]);
  const waiting = [project];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const dependency of dependenciesOf(next, project)) {
      const found = installedPackage(dependency, next.folder);
      if (found === undefined) continue;
      if (dependency === name) {
        const copy = copies.get(found.folder) ?? { version: found.manifest.version, usedBy: new Set() };
        copies.set(found.folder, copy);
        copy.usedBy.add(next.manifest.name || "this project");
      }
      if (seen.has(found.folder)) continue;
      seen.add(found.folder);
      waiting.push(found);
    }
  }
  return [...copies].map(([folder, { version, usedBy }]) => ({ folder, version, usedBy: [...usedBy] }));
}

/** Development dependencies count in the project alone. */
function dependenciesOf(of: InstalledPackage, project: InstalledPackage): ReadonlySet<string> {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = of.manifest;
  const own = of === project ? devDependencies : {};
  return new Set(
    [dependencies, optionalDependencies, peerDependencies, own].flatMap((some) => Object.keys(some)),
  );
}
