import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = path.resolve(import.meta.dirname, "..");
const isChecked = (file: string): boolean =>
  file.endsWith(".ts") && !file.startsWith("langgraph") && !/\.test(-d)?\.ts$|^fixtures/.test(file);
const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(isChecked);

/** Matches beginnings of LangGraph's own strings. It does not match ours, nor `__proto__`, which is a property of the language. */
const PRIVATE =
  /["'`]__(?!langgraph_rollback|proto__)[a-z]|["'](?:branch:|join:|node_error_handler|delta_writes_|DeltaChannel)/;

it("looks at the sources", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(PRIVATE.test('"__pregel_pull"')).toBe(true);
});

it.each(files)("LangGraph's own strings stand in langgraph/ alone, not in %s", (file) => {
  expect(PRIVATE.exec(readFileSync(path.join(sources, file), "utf8"))).toBeNull();
});
