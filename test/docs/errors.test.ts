import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

function codesInSources(): readonly string[] {
  const files = readdirSync(join(root, "packages"), { recursive: true, encoding: "utf8" });
  const sources = files.filter(
    (file) => /[\\/]src[\\/].*(?<!\.test)\.ts$/.test(file) && !file.includes("node_modules"),
  );
  return sources.flatMap((file) =>
    [...readFileSync(join(root, "packages", file), "utf8").matchAll(/\bcode = "([A-Z_]+)"/g)].map(
      ([, code]) => code ?? "",
    ),
  );
}

it("explains every error code of the packages in docs/errors.md, and no other", () => {
  const explained = [...readFileSync(join(root, "docs/errors.md"), "utf8").matchAll(/^## ([A-Z_]+)$/gm)];
  expect(explained.map(([, code]) => code).toSorted()).toEqual([...new Set(codesInSources())].toSorted());
});
