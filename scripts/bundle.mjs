// Bundles a package for npm, run from its folder: each entry as one file, what entries share as another, types rolled up.
// The repository itself goes on with the sources and with `dist`. `pnpm pack` starts this (`prepack`).
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { workspaceFolders } from "./install.mjs";
import { root } from "./processes.mjs";

const SOURCE = "@langgraph-rollback/source";
const readManifest = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

/**
 * Writes `bundle/` of a package whose `dist` is built. Private packages that it uses are taken in, with their `data/`.
 *
 * @throws if what is imported from the bundle is not declared, or `publishConfig` does not lead to it
 */
export async function bundle(folder) {
  const manifest = readManifest(folder);
  const entries = entriesOf(manifest);
  checkPublished(manifest, entries);
  const taken = privatePackages(manifest);
  const dir = path.join(folder, "bundle");
  rmSync(dir, { recursive: true, force: true });
  const isOurs = (id) =>
    id.startsWith(".") || path.isAbsolute(id) || taken.some(({ name }) => isOf(id, name));
  const common = { external: (id) => !isOurs(id), platform: "node", onLog: refuseWarnings };
  const sources = inputs(entries, folder, (stem) => `src/${stem}.ts`);
  const first = firstModules(Object.values(sources)[0]);
  const written = await write(
    {
      ...common,
      input: sources,
      plugins: [first.plugin],
      resolve: { conditionNames: [SOURCE, "import"] },
      // No module of ours acts when it is loaded, but for the command itself.
      treeshake: { moduleSideEffects: (id) => id.endsWith("/main.ts") },
    },
    {
      dir,
      sourcemap: true,
      comments: false,
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      codeSplitting: { groups: [...APART, { name: "common", minShareCount: 2, test: first.has }] },
    },
  );
  const types = entries.filter(({ isTyped }) => isTyped);
  await write(
    {
      ...common,
      input: inputs(types, folder, (stem) => `dist/${stem}.d.ts`),
      plugins: [dts({ dtsInput: true, tsconfig: false })],
    },
    {
      dir,
      entryFileNames: "[name].ts",
      chunkFileNames: "[name].ts",
      codeSplitting: { groups: [{ name: "common.d", minShareCount: 2 }] },
    },
  );
  checkDeclared(manifest, written);
  checkApart(written);
  for (const each of taken.filter(({ data }) => existsSync(data)))
    cpSync(each.data, path.join(folder, "data"), { recursive: true });
}

/** Rooms that a browser may load. `checkApart` refuses an import of Node's in their files. */
const APART = ["conformal", "trajectory"].map((room) => ({
  name: `${room}-common`,
  test: new RegExp(`/attribution/src/${room}/`),
  minShareCount: 2,
  priority: 1,
}));

/**
 * The modules that the first entry loads at once. What they share with others is one file: so that entry is a few files
 * and loads no library that it does not need.
 */
function firstModules(entry) {
  const modules = new Set();
  const add = (plugin, id) => {
    const info = modules.has(id) ? null : plugin.getModuleInfo(id);
    if (info === null || info.isExternal) return;
    modules.add(id);
    for (const imported of info.importedIds) add(plugin, imported);
  };
  const plugin = {
    name: "first-modules",
    buildEnd() {
      add(this, entry);
    },
  };
  return { plugin, has: (id) => modules.has(id) };
}

async function write(input, output) {
  const build = await rolldown(input);
  const { output: files } = await build.write({ format: "esm", ...output });
  await build.close();
  return files.filter(({ type }) => type === "chunk");
}

/** The files that npm starts, or imports under a name: `{ subpath, stem, isTyped }`; `stem` is the source's path without its ending. */
function entriesOf({ bin = {}, exports }) {
  const stemOf = (file) => file.replace(/^\.\/(?:src|dist)\//, "").replace(/\.[jt]s$/, "");
  return [
    ...Object.entries(exports).map(([subpath, to]) => ({ subpath, stem: stemOf(to[SOURCE]), isTyped: true })),
    ...Object.values(bin).map((file) => ({ stem: stemOf(file), isTyped: false })),
  ];
}

/** The bundle's file of an entry, without its ending. */
const fileOf = ({ stem, subpath }) =>
  subpath === undefined ? stem : (subpath.slice(2) || "index").replaceAll("/", "-");

const inputs = (entries, folder, sourceOf) =>
  Object.fromEntries(entries.map((entry) => [fileOf(entry), path.join(folder, sourceOf(entry.stem))]));

function checkPublished({ bin = {}, name, publishConfig }, entries) {
  const exports = Object.fromEntries(
    entries
      .filter(({ subpath }) => subpath !== undefined)
      .map((entry) => {
        const file = `./bundle/${fileOf(entry)}`;
        return [entry.subpath, { types: `${file}.d.ts`, default: `${file}.js` }];
      }),
  );
  const programs = Object.fromEntries(
    Object.entries(bin).map(([program, file]) => [program, file.replace("./dist/", "./bundle/")]),
  );
  const expected = { ...(Object.keys(bin).length === 0 ? {} : { bin: programs }), exports };
  const { access: _access, provenance: _provenance, ...published } = publishConfig;
  if (!isDeepStrictEqual(published, expected))
    throw new Error(`${name}: expected its publishConfig to hold ${JSON.stringify(expected, undefined, 2)}`);
}

/** Those of the repository that npm never has, and those that they use in turn. */
function privatePackages({ devDependencies }) {
  const all = workspaceFolders()
    .map((folder) => ({ ...readManifest(path.join(root, folder)), data: path.join(root, folder, "data") }))
    .filter(({ private: isPrivate }) => isPrivate);
  const taken = new Set();
  const take = (names) => {
    for (const each of all.filter(({ name }) => names.includes(name)))
      if (!taken.has(each)) {
        taken.add(each);
        take(Object.keys(each.dependencies ?? {}));
      }
  };
  take(Object.keys(devDependencies ?? {}));
  return [...taken];
}

const isOf = (id, name) => id === name || id.startsWith(`${name}/`);

/** Nobody installs it who does not ask for it by name: its native part is compiled for minutes where it is not prebuilt. */
const ASKED_FOR = "@langchain/langgraph-checkpoint-sqlite";

/** Whoever installs the package gets what the bundle imports. */
function checkDeclared({ dependencies, name, optionalDependencies, peerDependencies }, chunks) {
  const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports]);
  const missing = imported.filter(
    (id) =>
      !files.has(id) &&
      !id.startsWith("node:") &&
      id !== ASKED_FOR &&
      !declared.some((each) => isOf(id, each)),
  );
  if (missing.length > 0) throw new Error(`${name} does not declare ${[...new Set(missing)].join(", ")}.`);
}

function checkApart(chunks) {
  const shared = chunks.filter(({ name }) => APART.some((room) => room.name === name));
  for (const { imports, name } of shared)
    if (imports.some((id) => id.startsWith("node:")))
      throw new Error(`${name} imports ${imports.join(", ")}: a browser has nothing of Node's.`);
}

/** The time that plugins took is no fault of the bundle: on a laden machine it is long. */
function refuseWarnings(level, log) {
  if (level === "warn" && log.code !== "PLUGIN_TIMINGS") throw new Error(log.message);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await bundle(process.cwd());
