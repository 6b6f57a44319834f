import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, expect, inject, it } from "vitest";

import { ignoreRules } from "./ignore-rules.ts";

const repository = mkdtempSync(path.join(tmpdir(), "ignore-"));
spawnSync("git", ["init", "-q"], { cwd: repository });
afterAll(() => rmSync(repository, { recursive: true }));

/** Paths that git itself ignores by these rules. */
function byGit(patterns: readonly string[], paths: readonly string[]): readonly string[] {
  writeFileSync(path.join(repository, ".git/info/exclude"), patterns.map((each) => `${each}\n`).join(""));
  const asked = spawnSync("git", ["check-ignore", "--no-index", "-z", "--stdin"], {
    cwd: repository,
    input: paths.map((each) => `${each}\0`).join(""),
  });
  return asked.stdout.toString().split("\0").filter(Boolean);
}

function byUs(patterns: readonly string[], paths: readonly string[]): readonly string[] {
  const ignores = ignoreRules(patterns);
  return paths.filter((each) => ignores(each, false));
}

const name = fc.string({ unit: fc.constantFrom("a", "b", ".", "x"), minLength: 1, maxLength: 3 });
const paths = fc.uniqueArray(
  fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
  { minLength: 5, maxLength: 40 },
);
const glob = fc.string({
  unit: fc.constantFrom("a", "b", ".", "*", "**", "?", "/", "[ab]", "[!a]", "[a-x]", "\\a", "\\*", " "),
  minLength: 1,
  maxLength: 5,
});
/** Two stars beside anything but a slash. Git's documents call them usual stars, but git lets some of them stop at no slash. */
const odd = /\*\*[^/]|[^/]\*\*/;
const pattern = fc
  .tuple(
    fc.constantFrom("", "", "", "!"),
    glob.filter((each) => !odd.test(each)),
  )
  .map((parts) => parts.join(""));

it("rules ignore what git ignores by them", () => {
  const isUsual = (path_: string): boolean => path_.split("/").every((each) => each !== "." && each !== "..");
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), paths, (patterns, all) => {
      const usual = all.filter(isUsual);
      expect(byUs(patterns, usual)).toEqual(byGit(patterns, usual));
    }),
    { numRuns: inject("allRounds") ? 300 : 60 },
  );
});
