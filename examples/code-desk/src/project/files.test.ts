import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

import { differences, readFiles, writeFiles } from "./files.ts";
import { inNewProject } from "./new-project.ts";
import { SHOP } from "./shop.ts";

it("a new project has the shop's files, and nothing is left of it afterwards", async () => {
  const folder = await inNewProject(async (project) => {
    expect(await readFiles(project.folder)).toEqual(SHOP);
    return project.folder;
  });
  await expect(readFiles(folder)).rejects.toThrow("ENOENT");
});

it("tells new, changed and gone files, and no others", () => {
  expect(differences({ a: "1", b: "1", c: "1" }, { a: "1", b: "2", d: "1" })).toEqual([
    "b (changed)",
    "c (gone)",
    "d (new)",
  ]);
});

it("reads files in folders, and follows no link", async () => {
  await inNewProject(async ({ folder }) => {
    await writeFiles(folder, { "deep/er/a.txt": "1" });
    await symlink(path.join(folder, "src"), path.join(folder, "deep/link"));
    expect(differences(SHOP, await readFiles(folder))).toEqual(["deep/er/a.txt (new)"]);
  });
});
