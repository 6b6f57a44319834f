import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

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
