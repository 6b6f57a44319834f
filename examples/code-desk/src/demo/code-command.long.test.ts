import { readdir } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";

import { codeCommand } from "./code-command.ts";

const temporary = mkdtempSync(path.join(tmpdir(), "code-command-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});

it("tells its story, and leaves nothing behind", async () => {
  vi.stubEnv("TMPDIR", temporary);
  const said: string[] = [];
  const outlet = {
    print: (text: string) => said.push(text),
    printError: (text: string) => said.push(text),
  };
  expect(await codeCommand([], {}, outlet)).toBe(0);
  const story = said.join("\n");
  expect(story).toContain("A code desk with rollback (simulated model).");
  const [, alone = "", both = ""] = story.split("\n== ");
  expect(alone).toContain(
    "Files after the rollback: src/receipt.js (changed), test/scratch.test.js (new).\n",
  );
  expect(alone).toContain('Attempt 2 was rejected: The tests fail: "a larger purchase gets 10 % off".');
  expect(both).toContain("Files after the rollback: all files are as they were given.\n");
  expect(both).toContain("Attempt 2 kept: list_files, read_file src/receipt.js");
  expect(both).toContain("Attempt 2 was accepted.\n`node --test` in the folder: All 3 tests pass.");
  expect(both).toContain("+++ b/test/scratch.test.js");
  expect(both).toContain("\n+  return euros >= 100 ? euros * 0.9 : euros;\n");
  expect(said.at(-1)).toBe("Done.");
  expect(await readdir(temporary)).toEqual([]);
});
