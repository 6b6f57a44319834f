import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { filesIn } from "./files-in.ts";

const { at, file } = await scratchFolder();

it("finds the traces of a folder and its folders, numbers by value", async () => {
  await mkdir(at("set/inner"), { recursive: true });
  for (const name of ["10.json", "9.json", "inner/1.JSONL", "notes.md"])
    await writeFile(at(`set/${name}`), "");
  const found = await filesIn([at("set"), await file("own.txt", "")]);
  expect(found.map((each) => path.relative(at("set"), each))).toEqual([
    "9.json",
    "10.json",
    path.join("inner", "1.JSONL"),
    path.join("..", "own.txt"),
  ]);
});

it("refuses a folder without traces", async () => {
  await mkdir(at("empty"));
  await expect(filesIn([at("empty")])).rejects.toThrow(/jsonl files in the folder .*empty, got 0/);
});
