import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");

/** The files of the repository. Folder by folder, since Node 20 follows the links in `node_modules`. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isFile()) return [file];
    return entry.isDirectory() && !/^(node_modules|dist|bundle|\.git|\.cache)$/.test(entry.name)
      ? filesIn(file)
      : [];
  });
}

const files = filesIn(".");

const named = new Set(
  [...page.matchAll(/`([\w@./-]*[\w-]+\.(?:tsx?|mjs|jsonl?|ya?ml))`/g)]
    .map(([, file = ""]) => file)
    // The name that a recipe gives to the file that is to be written.
    .filter((file) => !file.includes("/my-")),
);

it("CONTRIBUTING.md names many files", () => {
  expect(named.size).toBeGreaterThan(30);
});

it.each([...named])("the file that its recipes name exists: %s", (name) => {
  expect(files.some((file) => file === name || file.endsWith(`/${name}`))).toBe(true);
});
