import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(resolve(root, "docs/langgraph-internals.md"), "utf8");

/** The cells of each row: what we rely on, where, its canaries, what breaks. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| we rely") && !line.startsWith("| -"))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, reliance = "", where = "", canaries = ""]) => ({ reliance, where, canaries }));

/** File and title of each canary; a title without a file is in the file before it. */
function canariesIn(cell: string) {
  let file = "";
  return [...cell.matchAll(/(?:`([^`"]+\.ts)`: )?"([^"]+)"/g)].map(([, path, title = ""]) => {
    file = path ?? file;
    return { file, title: title.replaceAll("\\_", "_") };
  });
}

const sourceOf = (file: string): string => {
  const path = resolve(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

it("docs/langgraph-internals.md says how many rows it has", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(page).toContain(`There are ${rows.length} rows.`);
});

it.each(rows)("the code that relies on it exists: $reliance", ({ where }) => {
  const files = [...where.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(0);
  const missing = files.filter((file) => sourceOf(`packages/rollback/src/${file}`) === "");
  expect(missing).toEqual([]);
});

it.each(rows)("its canaries exist: $reliance", ({ canaries }) => {
  const named = canariesIn(canaries);
  expect(named.length).toBeGreaterThan(0);
  const missing = named.filter(({ file, title }) => !titlesIn(sourceOf(file)).includes(title));
  expect(missing).toEqual([]);
});

/** Titles of a test file's tests, or of a shape's row of the matrix. */
const titlesIn = (source: string): readonly string[] =>
  [...source.matchAll(/(["'])((?:(?!\1)[^\\\n]|\\.)+)\1/g)].map(([, , text = ""]) =>
    text.replaceAll(/\\(.)/g, "$1"),
  );
