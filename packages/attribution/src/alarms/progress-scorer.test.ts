import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import type { Step } from "../trajectory/index.ts";
import { fitProgressScorer, progressScores } from "./progress-scorer.ts";

const step = (index: number, content: string, more: Partial<Step> = {}): Step => ({
  index,
  agent: "search",
  content,
  ...more,
});

/** Half of the runs are right; wrong ones meet an error, or repeat themselves. Simulated. */
function runsOf(count: number) {
  const random = seededRandom(5);
  return Array.from({ length: count }, (_, at) => {
    const right = at % 2 === 0;
    const length = 3 + Math.floor(random() * 4);
    const wrong = at % 4 === 1 ? "Error: not found" : "the same again";
    return {
      right,
      steps: Array.from({ length }, (__, index) =>
        step(index, right || index === 0 ? `found ${random()}` : wrong),
      ),
    };
  });
}

const model = fitProgressScorer(runsOf(200));

describe("a score by how a run goes", () => {
  it("falls with errors and with repetitions", () => {
    const smooth = ["a", "b", "c"].map((text, index) => step(index, `found ${text}`));
    const failing = [step(0, "found a"), step(1, "Error: no"), step(2, "Error: none")];
    const thrown = [step(0, "found a"), step(1, "", { error: { name: "Error", message: "no" } })];
    const again = [step(0, "found a"), step(1, "found a"), step(2, "found a")];
    const [best = 0] = progressScores(model, { steps: smooth }).slice(-1);
    for (const steps of [failing, thrown, again])
      expect(progressScores(model, { steps }).at(-1)).toBeLessThan(best);
  });

  it("tells of a prefix what it told when the prefix was all that there was, and stays in [0, 1]", () => {
    const steps = fc.array(
      fc.record({
        content: fc.string(),
        agent: fc.constantFrom("a", "b"),
        startedAt: fc.string(),
        endedAt: fc.string(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(steps, (drawn) => {
        const run = drawn.map((each, index) => ({ index, ...each }));
        const scores = progressScores(model, { steps: run });
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
        for (let length = 1; length < run.length; length += 1)
          expect(progressScores(model, { steps: run.slice(0, length) })).toEqual(scores.slice(0, length));
      }),
    );
  });

  it("takes 20 right runs and 20 wrong ones", () => {
    expect(() => fitProgressScorer(runsOf(39))).toThrow("wrong ones");
    expect(fitProgressScorer(runsOf(40)).kind).toBe("progress");
  });

  it("holds no text of the runs", () => {
    expect(JSON.stringify(model)).not.toMatch(/found|again/);
  });
});
