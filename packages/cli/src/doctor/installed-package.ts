import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** Of a package.json, what is looked at. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  /** By name, with the range that is wanted. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const ranges = z.record(z.string(), z.string()).catch({});

/** Whatever else stands there, or in place of these, is as if it were not there. */
const manifestSchema: z.ZodType<Manifest> = z.object({
  name: z.string().catch(""),
  version: z.string().catch("0.0.0"),
  dependencies: ranges,
  devDependencies: ranges,
  optionalDependencies: ranges,
  peerDependencies: ranges,
});

/** A package as it lies on the disk. All text is untrusted. */
export interface InstalledPackage {
  /** Without symbolic links, so that two of them are two copies. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Reads the package.json of a folder; `undefined` if there is none or it is no JSON object. */
export function packageIn(folder: string): InstalledPackage | undefined {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  try {
    const { data } = manifestSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return data && { folder: realpathSync(folder), manifest: data };
  } catch {
    return undefined;
  }
}

/** Finds a package as Node does: in the folder's node_modules or those of the folders above. */
export function installedPackage(name: string, from: string): InstalledPackage | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = packageIn(path.join(folder, "node_modules", name));
    if (found !== undefined || path.dirname(folder) === folder) return found;
  }
}
