import { appendFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { fileCache } from "./file-cache.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-cache-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("fileCache", () => {
  it("gives back in another process what it was given, and nothing else", async () => {
    const path = join(folder, "answers.jsonl");
    expect(await fileCache(path).lookup("prompt", "model")).toBeNull();
    const cache = fileCache(path);
    await Promise.all(
      ["a", "b", "c"].map((prompt) => cache.update(prompt, "model", [{ text: `to ${prompt}` }])),
    );
    expect(await fileCache(path).lookup("b", "model")).toEqual([{ text: "to b" }]);
    expect(await fileCache(path).lookup("b", "other")).toBeNull();
  });

  it("keeps no prompts, and passes over lines that cannot be read", async () => {
    const path = join(folder, "damaged.jsonl");
    await fileCache(path).update("a secret prompt", "model", [{ text: "said" }]);
    await appendFile(path, '{"key": 3}\n{"key": "cut o');
    expect(await readFile(path, "utf8")).not.toContain("secret");
    expect(await fileCache(path).lookup("a secret prompt", "model")).toEqual([{ text: "said" }]);
  });

  it("loses no answer to a line that was cut off", async () => {
    const path = join(folder, "cut-off.jsonl");
    await appendFile(path, '{"key": "cut o');
    const cache = fileCache(path);
    await Promise.all(["a", "b"].map((prompt) => cache.update(prompt, "model", [{ text: `to ${prompt}` }])));
    expect(await fileCache(path).lookup("a", "model")).toEqual([{ text: "to a" }]);
    expect(await fileCache(path).lookup("b", "model")).toEqual([{ text: "to b" }]);
  });

  it("still works after a failed write", async () => {
    const missing = join(folder, "not yet there");
    const cache = fileCache(join(missing, "answers.jsonl"));
    await expect(cache.update("a", "model", [{ text: "to a" }])).rejects.toThrow("ENOENT");
    await mkdir(missing);
    await cache.update("b", "model", [{ text: "to b" }]);
    expect(await fileCache(join(missing, "answers.jsonl")).lookup("b", "model")).toEqual([{ text: "to b" }]);
  });
});
