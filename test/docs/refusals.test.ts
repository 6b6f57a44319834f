import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const matches = (file: string, pattern: RegExp) =>
  [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(
    ([, code, status]) => `${code} ${status}`,
  );

it("explains every refusal of the inspector's server in docs/inspector.md, with its status", () => {
  const explained = matches("docs/inspector.md", /^\| `([A-Z_]+)` *\| (\d{3}) /gm);
  const given = matches("packages/inspector/src/server/request-refused.ts", /^ {2}([A-Z_]+): (\d{3}),$/gm);
  expect(given.length).toBeGreaterThan(8);
  expect(new Set(explained)).toEqual(new Set(given));
});
