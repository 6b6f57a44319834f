// Prints the files of tests of which `npm run test:all` runs more than `npm test`: `*.long.test.ts`, and those that reach
// `inject("allRounds")`, or a property of fast-check without a `numRuns` of its own, which vitest.setup.ts gives more cases, by relative imports.
// `.ci/run` has run the others by then.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./processes.mjs";

const ALL_ROUNDS = /\ballRounds\b/;
const FAST_CHECK = /from "fast-check"/;
const TRIED = /\bfc\s*\.(?:assert|check|sample|statistics)\(/g;
const OWN_NUMBER = /\bnumRuns\s*[:,}]/g;
const RELATIVE = /(?:from|import) "(\.[^"]+)"/g;

const listed = execFileSync("git", ["ls-files", "*.test.ts"], { cwd: root, encoding: "utf8" });
const tests = listed.split("\n").filter((file) => file !== "");

/** A module and all that it imports relatively. */
function reached(file, known = new Set()) {
  if (known.has(file) || !existsSync(file)) return known;
  known.add(file);
  for (const [, imported] of readFileSync(file, "utf8").matchAll(RELATIVE))
    reached(path.resolve(path.dirname(file), imported), known);
  return known;
}

const count = (text, what) => [...text.matchAll(what)].length;

const runsMore = (text) =>
  ALL_ROUNDS.test(text) || (FAST_CHECK.test(text) && count(text, TRIED) > count(text, OWN_NUMBER));

const hasMore = (test) =>
  test.endsWith(".long.test.ts") ||
  [...reached(path.join(root, test))].some((file) => runsMore(readFileSync(file, "utf8")));

console.log(tests.filter(hasMore).join("\n"));
