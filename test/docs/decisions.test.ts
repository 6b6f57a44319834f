import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../../docs/decisions");
const index = readFileSync(path.join(folder, "README.md"), "utf8");
const decisions = readdirSync(folder).filter((file) => file !== "README.md");
const titleIn = (file: string) => /^# (.+)$/m.exec(readFileSync(path.join(folder, file), "utf8"))?.[1];

it.each(decisions)("the index of decisions asks what this one answers, by its title: %s", (file) => {
  expect(index).toContain(`? [${titleIn(file) ?? "untitled"}](${file}).`);
});

it("the index names no decision that is gone", () => {
  const named = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file);
  expect(named.toSorted()).toEqual(decisions.toSorted());
});
