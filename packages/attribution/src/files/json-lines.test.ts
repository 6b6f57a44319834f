import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { appendJsonLine, readJsonLines } from "./json-lines.ts";

const folder = await mkdtemp(join(tmpdir(), "json-lines-"));
afterAll(() => rm(folder, { recursive: true }));

describe("a file of JSON Lines that is appended to", () => {
  it("has no lines before it exists", async () => {
    expect(await readJsonLines(join(folder, "none.jsonl"))).toEqual([]);
  });

  it("loses a line that was cut short, and no other", async () => {
    const file = join(folder, "cut.jsonl");
    await appendJsonLine(file, { a: 1 });
    await appendFile(file, '{"b": "cu');
    await appendJsonLine(file, { c: 3 });
    const cut: number[] = [];
    const lines = await readJsonLines(file, (line) => cut.push(line));
    expect(lines).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 3, value: { c: 3 } },
    ]);
    expect(cut).toEqual([2]);
  });

  it("takes lines of several writers", async () => {
    const file = join(folder, "many.jsonl");
    await appendJsonLine(file, "first");
    await Promise.all(Array.from({ length: 20 }, (_, at) => appendJsonLine(file, at)));
    expect(new Set((await readJsonLines(file)).map(({ value }) => value)).size).toBe(21);
  });
});
