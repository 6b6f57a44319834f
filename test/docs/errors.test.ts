import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

const diagnoses = join(root, "packages/cli/src/doctor/diagnosis.ts");

const allMatches = (file: string, pattern: RegExp) =>
  [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map((match) => match[1]);

const sources = readdirSync(join(root, "packages"), { recursive: true, encoding: "utf8" })
  .filter((file) => /^[^\\/]+[\\/]src[\\/].*\.ts$/.test(file) && !file.endsWith(".test.ts"))
  .map((file) => join("packages", file));

it("explains every error code of the packages in docs/errors.md, and no other", () => {
  const explained = allMatches("docs/errors.md", /^## ([A-Z_]+)$/gm);
  const thrown = sources.flatMap((file) => allMatches(file, /\bcode = "([A-Z_]+)"/g));
  expect(new Set(explained)).toEqual(new Set(thrown));
});

it("leads from docs/troubleshooting.md to every error code, and to none that there is not", () => {
  const explained = allMatches("docs/errors.md", /^## ([A-Z_]+)$/gm);
  const linked = allMatches("docs/troubleshooting.md", /\[([A-Z_]+)\]\(errors\.md#/g);
  expect(linked).toHaveLength(explained.length);
  expect(new Set(linked)).toEqual(new Set(explained));
  const anchors = allMatches("docs/troubleshooting.md", /errors\.md#([a-z_]+)\)/g);
  expect(anchors.map((anchor) => anchor?.toUpperCase())).toEqual(linked);
});

it("explains in docs/troubleshooting.md every diagnosis of doctor, and no other", () => {
  const [list = ""] = /DIAGNOSIS_CODES = \[[^\]]*/.exec(readFileSync(diagnoses, "utf8")) ?? [];
  const found = [...list.matchAll(/"([A-Z_]+)"/g)].map((match) => match[1]);
  expect(found.length).toBeGreaterThan(10);
  expect(allMatches("docs/troubleshooting.md", /^\| `([A-Z_]+)`/gm)).toEqual(found);
});
