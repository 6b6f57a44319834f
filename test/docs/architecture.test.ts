import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const sources = path.join(root, "packages/rollback/src");
const page = readFileSync(path.join(root, "docs/architecture.md"), "utf8");

const named = [...page.matchAll(/`([\w/.-]+\.(?:ts|mjs))`/g)].map(([, file = ""]) => file);
const rooms = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it("docs/architecture.md names the files that a failed run passes through", () => {
  expect(new Set(named).size).toBeGreaterThan(30);
  expect(named).toContain("drive.ts");
});

it.each([...new Set(named)])("the file that it names exists: %s", (file) => {
  expect(existsSync(path.join(sources, file)) || existsSync(path.join(root, file))).toBe(true);
});

it.each(rooms.map(({ name }) => name))("the page has every room: %s", (room) => {
  expect(page).toContain(`\`${room}/\``);
});
