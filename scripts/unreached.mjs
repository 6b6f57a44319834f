// Lists the functions of packages/attribution/src/conformal that no product reaches, and fails unless each is listed with what will call it.
// Names are followed from the entries of the products, through imports.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";

/** Modules whose caller is still to come, each with what it is for. The list ends empty: who calls one takes it out. */
const TO_BE_CALLED = {};

/** Files with which products begin. */
const ENTRIES = [
  "packages/rollback/src/index.ts",
  "packages/rollback/src/middleware/index.ts",
  "packages/rollback/src/faults/index.ts",
  "packages/cli/src/main.ts",
  "packages/inspector/src/index.ts",
  "packages/attribution/src/index.ts",
  "packages/attributors/src/index.ts",
  "examples/gsm8k-team/src/index.ts",
];

const root = path.resolve(import.meta.dirname, "..");
const packages = new Map(
  ["packages", "examples"]
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)))
    .filter((folder) => existsSync(path.join(root, folder, "package.json")))
    .map((folder) => {
      const { name, exports = {} } = JSON.parse(
        readFileSync(path.join(root, folder, "package.json"), "utf8"),
      );
      return [name, { folder, exports }];
    }),
);

/** The file that an import names; `undefined` outside of this repository. */
function fileOf(specifier, from) {
  if (specifier.startsWith(".")) return path.join(path.dirname(from), specifier);
  const name = [...packages.keys()].find((each) => specifier === each || specifier.startsWith(`${each}/`));
  if (name === undefined) return undefined;
  const { exports, folder } = packages.get(name);
  const source = exports[`.${specifier.slice(name.length)}`]?.["@langgraph-rollback/source"];
  return source === undefined ? undefined : path.join(folder, source);
}

const modules = new Map();

/** A file's declarations at its top level, by name; the sources of its other names; its exports. */
function moduleOf(file) {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const module = { declared: new Map(), imported: new Map(), exported: new Map(), stars: [], run: [] };
  modules.set(file, module);
  const lang = file.endsWith("x") ? "tsx" : "ts";
  for (const statement of parseAst(readFileSync(path.join(root, file), "utf8"), { lang }).body)
    read(module, file, statement);
  return module;
}

function read(module, file, statement) {
  if (statement.type === "ImportDeclaration") {
    const from = fileOf(statement.source.value, file);
    for (const { imported, local } of statement.specifiers)
      if (from !== undefined) module.imported.set(local.name, { from, name: imported?.name ?? "*" });
    return;
  }
  if (statement.type === "ExportAllDeclaration") {
    const from = fileOf(statement.source.value, file);
    if (from !== undefined) module.stars.push(from);
    return;
  }
  if (statement.type === "ExportNamedDeclaration") {
    const from = statement.source == null ? file : fileOf(statement.source.value, file);
    for (const { exported, local } of statement.specifiers)
      if (from !== undefined)
        module.exported.set(exported.name, { from, name: local.name, isLocal: from === file });
    if (statement.declaration != null) {
      for (const name of declare(module, statement.declaration))
        module.exported.set(name, { from: file, name, isLocal: true });
    }
    return;
  }
  if (declare(module, statement).length === 0) module.run.push(statement);
}

function declare(module, statement) {
  const nodes = statement.type === "VariableDeclaration" ? statement.declarations : [statement];
  return nodes.flatMap((node) => {
    const names = node.id == null ? [] : namesIn(node.id);
    for (const name of names) module.declared.set(name, node);
    return names;
  });
}

function namesIn(pattern) {
  if (pattern.type === "Identifier") return [pattern.name];
  const inside = pattern.elements ?? pattern.properties?.map(({ value }) => value) ?? [];
  return inside.flatMap((each) => (each === null ? [] : namesIn(each.left ?? each.argument ?? each)));
}

const reached = new Set();
const waiting = [];

function reachExport(file, name) {
  const module = moduleOf(file);
  const found = module.exported.get(name);
  if (found === undefined) for (const from of module.stars) reachExport(from, name);
  else if (found.isLocal) reachName(found.from, found.name);
  else reachExport(found.from, found.name);
}

function reachName(file, name) {
  const { declared, imported } = moduleOf(file);
  const origin = imported.get(name);
  if (origin !== undefined) {
    if (origin.name === "*") reachAll(origin.from);
    else reachExport(origin.from, origin.name);
    return;
  }
  const key = `${file} ${name}`;
  const node = declared.get(name);
  if (node === undefined || reached.has(key)) return;
  reached.add(key);
  waiting.push([file, node]);
}

function reachAll(file) {
  const module = moduleOf(file);
  for (const name of module.exported.keys()) reachExport(file, name);
  for (const statement of module.run) waiting.push([file, statement]);
  for (const from of module.stars) reachAll(from);
}

/** Every name in a declaration, types too: a type is part of what is reached, and costs nothing. */
function visit(file, node) {
  if (node === null || typeof node !== "object") return;
  if (Array.isArray(node)) return node.forEach((each) => visit(file, each));
  if (node.type === "Identifier") reachName(file, node.name);
  if (node.type === "ImportExpression" && typeof node.source.value === "string") {
    const from = fileOf(node.source.value, file);
    if (from !== undefined) reachAll(from);
  }
  for (const value of Object.values(node)) visit(file, value);
}

/** Prints the list. @returns an exit code */
export function listUnreached() {
  for (const entry of ENTRIES) reachAll(entry);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) visit(...next);
  const folder = "packages/attribution/src/conformal";
  const unreached = readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$|fixtures/.test(file))
    .map((file) => path.join(folder, file))
    .toSorted()
    .flatMap((file) =>
      [...moduleOf(file).declared]
        .filter(([name, { type }]) => type === "FunctionDeclaration" && !reached.has(`${file} ${name}`))
        .map(([name]) => ({ module: path.relative(folder, file).replace(/\.ts$/, ""), name })),
    );
  const bad = unreached.filter(({ module }) => !Object.hasOwn(TO_BE_CALLED, module));
  for (const { module, name } of unreached)
    console.log(`${TO_BE_CALLED[module] ?? "UNREACHED"}: ${module} ${name}`);
  const called = Object.keys(TO_BE_CALLED).filter((module) =>
    unreached.every((each) => each.module !== module),
  );
  for (const module of called)
    console.log(`CALLED: ${module}: take it out of the list in scripts/unreached.mjs`);
  console.log(
    `${unreached.length} functions of packages/attribution/src/conformal are not reached, ${bad.length} of them without a reason.`,
  );
  // A list that misses nothing because it follows nothing would prove nothing.
  const isLost = !reached.has("packages/attribution/src/conformal/sets/calibrated-sets.ts calibrateSets");
  if (isLost) console.log("calibrateSets was not reached: the entries are not what they were.");
  return bad.length > 0 || called.length > 0 || isLost ? 1 : 0;
}
