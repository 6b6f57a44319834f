// Imports run one way: from upper packages to lower ones, and inside a package as the table of rooms says.
import { readFileSync } from "node:fs";
import path from "node:path";
import { workspaceFolders } from "./install.mjs";
import { filesIn } from "./files-in.mjs";
import { root } from "./processes.mjs";
import { floors, rooms } from "./rooms.mjs";

/** The other examples and the tests stand above all packages: they may use any, and nothing may use them. */
function floorOf(folder) {
  const floor = floors.findIndex((folders) => folders.includes(folder));
  return floor < 0 && !folder.startsWith("packages/") ? floors.length : floor;
}

/** Prints what it found and returns an exit code. */
export function checkLayers() {
  const packages = workspaceFolders().map(readPackage);
  const byName = new Map(packages.map((each) => [each.name, each]));
  const problems = packages.flatMap((each) => [
    ...(each.floor < 0 ? [`${each.folder}: has no floor; add it to scripts/rooms.mjs`] : []),
    ...each.dependencies.flatMap((name) => upward(each, "package.json", byName.get(name))),
    ...filesIn(each.folder, /\.m?tsx?$/).flatMap((file) => importProblems(each, file, byName)),
  ]);
  problems.push(...Object.entries(rooms).flatMap(([folder, table]) => roomProblems(folder, table)));
  for (const problem of problems) console.error(problem);
  if (problems.length === 0)
    console.log(
      `No import of ${packages.length} packages runs upward, and none leaves its room against the table.`,
    );
  return problems.length === 0 ? 0 : 1;
}

function readPackage(folder) {
  const manifest = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const dependencies = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  return { name: manifest.name, folder, floor: floorOf(folder), dependencies };
}

function specifiersOf(file) {
  const source = readFileSync(path.join(root, file), "utf8");
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1]);
}

function importProblems(from, file, byName) {
  return specifiersOf(file).flatMap((specifier) => {
    if (specifier.startsWith(".")) return leaving(from, file, specifier);
    const name = specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
    return upward(from, file, byName.get(name));
  });
}

/** The tests that cross packages may use what the packages' own tests share. */
const isFixture = (from, target) =>
  from.folder === "test" && /^packages\/[a-z]+\/src\/fixtures\//.test(target);

function leaving(from, file, specifier) {
  const target = path.join(path.dirname(file), specifier);
  return target.startsWith(from.folder + path.sep) || isFixture(from, target)
    ? []
    : [`${file}: "${specifier}" leaves ${from.folder}`];
}

function upward(from, where, to) {
  if (!to || to.name === from.name || to.floor < from.floor) return [];
  return [`${from.folder}: ${where} uses ${to.name}, which is not on a lower floor`];
}

/** Name in `scripts/rooms.mjs` for the files that lie in no room. */
const ROOT = ".";

/** No room may import one that stands after it, so that rooms form no circle. Tests may import whatever they test. */
function roomProblems(folder, table) {
  const sources = filesIn(folder, /\.m?tsx?$/).filter(
    (file) => !/\.test(-d)?\.|[\\/]fixtures[\\/]/.test(file),
  );
  const roomOf = (file) => {
    const inside = path.relative(folder, file).split(path.sep).slice(0, -1).join("/");
    if (inside === "") return ROOT;
    const names = Object.keys(table).filter((name) => inside === name || inside.startsWith(`${name}/`));
    return names.toSorted((a, b) => b.length - a.length)[0] ?? inside;
  };
  const circular = Object.entries(table).flatMap(([room, allowed], floor) =>
    allowed
      .filter((other) => other !== ROOT && !Object.keys(table).slice(0, floor).includes(other))
      .map((other) => `${folder}: "${room}" may import "${other}", which does not stand before it`),
  );
  const against = sources.flatMap((file) => {
    const room = roomOf(file);
    const allowed = room === ROOT ? Object.keys(table) : table[room];
    if (allowed === undefined) return [`${file}: "${room}" is no room; add it to scripts/rooms.mjs`];
    const relative = specifiersOf(file).filter((specifier) => specifier.startsWith("."));
    return relative.flatMap((specifier) => {
      const target = roomOf(path.join(path.dirname(file), specifier));
      return target === room || allowed.includes(target)
        ? []
        : [`${file}: "${room}" may not import "${target}" ("${specifier}")`];
    });
  });
  return [...circular, ...against];
}
