import assert from "node:assert/strict";

import {
  deepFreeze,
  hostileTrajectories,
  sampleTrajectories,
  type TestRunner,
} from "@langgraph-rollback/attribution/testing";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Attributor, Finding } from "../finding/attributor.ts";

/**
 * Tests that every {@link Attributor} has to pass. Give it a model that answers the same to the same question, right or wrong, in the required
 * shape: `scriptedModel`. Without usable answers there are no scores to test.
 *
 * @example
 * import { describe, it } from "vitest";
 * testAttributor({ describe, it }, "mine", () => mine({ model: scriptedModel(() => ({ json: { step: 1 } })) }));
 *
 * @param name           heads the tests
 * @param makeAttributor makes an attributor of the same configuration each time
 * @param repeats       how often a text that is made to trip parsers says its characters. Default 100,000.
 */
export function testAttributor(
  { describe, it }: TestRunner,
  name: string,
  makeAttributor: () => Attributor | Promise<Attributor>,
  repeats?: number,
): void {
  const samples = deepFreeze(sampleTrajectories(3, 1));
  const unpleasant = deepFreeze(hostileTrajectories(repeats).filter(({ steps }) => steps.length < 100));

  describe(`${name} as an Attributor`, () => {
    it("has a name, and a fingerprint that is the same for attributors made alike", async () => {
      const [one, other] = [await makeAttributor(), await makeAttributor()];
      assert.ok(one.name.length > 0, "the name is empty");
      assert.ok(one.fingerprint.length > 0, "the fingerprint is empty");
      assert.equal(one.fingerprint, other.fingerprint);
    });

    it("gives each step a score in [0, 1] or none, and blames only who was there, whatever the text", async () => {
      const attributor = await makeAttributor();
      for (const trajectory of [...samples, ...unpleasant])
        checkFinding(await attributor.attribute({ trajectory }), trajectory);
    });

    it("gives some step of every sample a score", async () => {
      const attributor = await makeAttributor();
      for (const trajectory of samples) {
        const { problems, scores } = await attributor.attribute({ trajectory });
        const isScored = scores.some((score) => score !== undefined);
        assert.ok(isScored, `${trajectory.id} has no score at all: ${problems.join(" ")}`);
      }
    });

    it("finds the same again, and in parallel, without touching the trajectory", async () => {
      const attributor = await makeAttributor();
      const findAll = () => Promise.all(samples.map((trajectory) => attributor.attribute({ trajectory })));
      const [once, again] = [await findAll(), await findAll()];
      assert.deepEqual(once.map(withoutUsage), again.map(withoutUsage));
    });

    it("never looks at label or group", async () => {
      const attributor = await makeAttributor();
      for (const { label: _, ...trajectory } of samples) {
        const told = { ...trajectory, group: "g", label: { decisiveStep: 1, reason: "step 1" } };
        const [blind, seeing] = [
          await attributor.attribute({ trajectory }),
          await attributor.attribute({ trajectory: told }),
        ];
        assert.deepEqual(withoutUsage(seeing), withoutUsage(blind));
      }
    });

    it("rejects with the reason of an aborted signal", async () => {
      const attributor = await makeAttributor();
      const reason = new Error("stopped by the test");
      for (const trajectory of samples.slice(0, 1)) {
        const found = attributor.attribute({ trajectory }, AbortSignal.abort(reason));
        await assert.rejects(found, (error) => error === reason);
      }
    });

    it("says of one step what it says of all of them, if it can say something of one step at all", async () => {
      const attributor = await makeAttributor();
      if (attributor.attributeStep === undefined) return;
      for (const trajectory of samples) {
        const { scores } = await attributor.attribute({ trajectory });
        for (const [step, expected] of scores.entries())
          assert.equal((await attributor.attributeStep({ trajectory }, step)).score, expected);
      }
    });

    it("estimates calls and tokens in whole numbers", async () => {
      const attributor = await makeAttributor();
      for (const trajectory of samples) {
        const { calls, inputTokens } = attributor.estimate({ trajectory });
        assert.ok(Number.isInteger(calls) && calls >= 0, `${calls} calls`);
        assert.ok(inputTokens >= 0, `${inputTokens} tokens`);
      }
    });
  });
}

function checkFinding({ scores, step, agent, reasons, usage }: Finding, { id, steps }: Trajectory): void {
  assert.equal(scores.length, steps.length, `scores of ${id}`);
  for (const score of scores)
    assert.ok(score === undefined || (score >= 0 && score <= 1), `${id} has the score ${score}`);
  assert.equal(reasons?.length ?? steps.length, steps.length, `reasons of ${id}`);
  assert.ok(step === undefined || steps[step] !== undefined, `${id} has no step ${step}`);
  const known = agent === undefined || steps.some((acted) => acted.agent === agent);
  assert.ok(known, `${id} has no agent ${agent}`);
  const { calls, inputTokens, outputTokens, latency } = usage;
  for (const count of [calls, inputTokens, outputTokens, latency])
    assert.ok(count >= 0, `${id} cost ${count}`);
}

/** Latency differs, and a model's first call may cost more. */
function withoutUsage(finding: Finding): Omit<Finding, "usage"> {
  const { usage: _, ...found } = finding;
  return found;
}
