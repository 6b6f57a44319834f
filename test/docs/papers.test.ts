import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/papers.md"), "utf8");

const named = [...page.matchAll(/`([\w.-]+\/[\w/.-]+\.(?:tsx?|mjs|md|jsonl?))`/g)].map(
  ([, file = ""]) => file,
);

it("docs/papers.md names many files", () => {
  expect(new Set(named).size).toBeGreaterThan(60);
});

it.each([...new Set(named)])("the file that it names exists: %s", (file) => {
  expect(existsSync(path.join(root, "packages", file)) || existsSync(path.join(root, file))).toBe(true);
});

it.each([
  ["Conformal attribution", "2605.06788"],
  ["ECHO", "2510.04886"],
  ["CHIEF", "2602.23701"],
  ["Who&When", "2505.00212"],
  ["RAFFLES", "2509.06822"],
])("the page has a table of the paper: %s", (name, paper) => {
  const [, section = ""] = page.split(`\n## ${name}\n`);
  const [own = ""] = section.split("\n## ");
  expect(own).toContain(`https://arxiv.org/abs/${paper}`);
  expect(own.split("\n").filter((line) => line.startsWith("| ")).length).toBeGreaterThan(15);
});
