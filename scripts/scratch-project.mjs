// Projects of a user in empty folders: npm installs the packed packages there, and the programs of test/packed use them.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { workspaceFolders } from "./install.mjs";
import { npm, root } from "./processes.mjs";

/**
 * Tarball of each public package by its name, in folders of their own below `destination`.
 *
 * @param pack packs one package; is not called for packages that `destination` holds already
 */
export async function packPackages(destination, pack) {
  const tarballs = {};
  for (const folder of workspaceFolders()) {
    const manifest = readManifest(path.join(root, folder));
    if (manifest.private) continue;
    const own = path.join(destination, path.basename(folder));
    mkdirSync(own, { recursive: true });
    const packed = readdirSync(own).find((file) => file.endsWith(".tgz"));
    tarballs[manifest.name] = packed ? path.join(own, packed) : await pack(path.join(root, folder), own);
  }
  return tarballs;
}

/**
 * Makes a project, installs its packages and copies the programs into it. Resolves to npm's exit code.
 *
 * @param peers versions by name, beside the tarballs
 * @param flags of `npm install`
 */
export async function makeProject(folder, peers, tarballs, flags = []) {
  const files = Object.entries(tarballs).map(([name, tarball]) => [name, `file:${tarball}`]);
  const dependencies = { ...peers, ...Object.fromEntries(files) };
  const manifest = { name: "scratch", private: true, type: "module", dependencies };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  const programs = path.join(root, "test/packed");
  for (const file of readdirSync(programs)) copyFileSync(path.join(programs, file), path.join(folder, file));
  return npm(["install", "--no-audit", "--no-fund", "--loglevel=error", ...flags], { cwd: folder });
}

/** The version of a package that a project has; `undefined` if it has none. */
export function versionIn(project, name) {
  const folder = path.join(project, "node_modules", name);
  return existsSync(folder) ? readManifest(folder).version : undefined;
}

const readManifest = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
