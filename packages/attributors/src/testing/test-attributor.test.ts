import { describe, expect, it } from "vitest";

import type { Attributor } from "../finding/attributor.ts";
import { allAtOnce } from "../methods/all-at-once/all-at-once.ts";
import { scriptedModel, testAttributor } from "./index.ts";
import type { Script } from "./scripted-model.ts";

const blame: Script = () => ({ json: { reason: "made up", agent: "worker", step: 1, confidence: 0.5 } });

/** Names of the tests that fail for an attributor. */
async function failingTests(makeAttributor: () => Attributor): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  const runner = {
    describe: (_: string, body: () => void): void => body(),
    it: (name: string, body: () => Promise<void>): number => tests.push({ name, body }),
  };
  testAttributor(runner, "any", makeAttributor);
  expect(tests.length).toBeGreaterThan(5);
  const failed = await Promise.all(
    tests.map(({ name, body }) =>
      body().then(
        () => [],
        () => [name],
      ),
    ),
  );
  return failed.flat();
}

describe("testAttributor", () => {
  it("passes for a method whose model gives usable answers", async () => {
    expect(await failingTests(() => allAtOnce({ model: scriptedModel(blame) }))).toEqual([]);
  });

  it("fails where every score is missing", async () => {
    const talking = () => allAtOnce({ model: scriptedModel(() => "Let me think about it.") });
    expect(await failingTests(talking)).toEqual(["gives some step of every sample a score"]);
  });

  it("fails where the score of a single step is another than in the whole", async () => {
    const attributor = allAtOnce({ model: scriptedModel(blame) });
    const other = {
      score: 0.123,
      usage: { calls: 0, inputTokens: 0, outputTokens: 0, latency: 0 },
      problems: [],
    };
    const failed = await failingTests(() => ({ ...attributor, attributeStep: async () => other }));
    expect(failed).toEqual([
      "says of one step what it says of all of them, if it can say something of one step at all",
    ]);
  });
});
