import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";

import { writeFiles, type Files } from "./files.ts";
import { inNewProject } from "./new-project.ts";
import { runTests, testSentence, type TestOptions, type TestResult } from "./run-tests.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The shop's tests, with other files beside them. */
const tested = (files: Files = {}, options: TestOptions = {}): Promise<TestResult> =>
  inNewProject(async ({ folder }) => {
    await writeFiles(folder, files);
    return runTests(folder, options);
  });

it("names the tests that fail", async () => {
  const result = await tested({ "test/broken.test.js": "nonsense(" });
  expect(result).toMatchObject({
    passed: 2,
    failed: ["test/broken.test.js", "a purchase of 100 euros gets 10 % off"],
  });
  expect(testSentence(result)).toBe(
    'The tests fail: "test/broken.test.js", "a purchase of 100 euros gets 10 % off".',
  );
});

it("runs in an environment of its own: no key of a model, and nothing of a test runner around it", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-secret");
  vi.stubEnv("NODE_TEST_CONTEXT", "child-v8");
  vi.stubEnv("NODE_OPTIONS", "--import /nowhere.mjs");
  const result = await tested({
    "test/receipt.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
test("sees", () => assert.deepEqual(Object.keys(process.env).filter((name) => /OPENAI|NODE_OPT/.test(name)), []));
`,
  });
  expect(testSentence(result)).toBe("All 1 tests pass.");
});

it("ends a file that does not end by itself", async () => {
  const { failed } = await tested({ "test/endless.test.js": "for (;;);" }, { limit: 1000 });
  expect(failed).toContain("test/endless.test.js");
});

it("ends with its signal, and leaves no process behind", async () => {
  await inNewProject(async ({ folder }) => {
    await writeFiles(folder, {
      "test/endless.test.js": `import { writeFileSync } from "node:fs";
writeFileSync("pid", String(process.pid));
for (;;);
`,
    });
    const aborting = new AbortController();
    const running = runTests(folder, { signal: aborting.signal, limit: 600_000 });
    const pid = (): Promise<number> => readFile(path.join(folder, "pid"), "utf8").then(Number, () => 0);
    await expect.poll(pid).toBeGreaterThan(0);
    aborting.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    const number = await pid();
    await expect.poll(() => isAlive(number)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
