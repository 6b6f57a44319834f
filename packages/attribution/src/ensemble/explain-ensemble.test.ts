import { describe, expect, it } from "vitest";

import {
  ensemble,
  explainSteps,
  fitPositionScorer,
  isExplaining,
  type Mark,
  recordedScorer,
  type StepExplanation,
  type StepScorer,
} from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const labelled = sampleTrajectories(40, 61);
const failures = sampleTrajectories(4, 62);
const [failure] = failures;
if (failure === undefined) throw new Error("Expected a sample.");
const all = [...labelled, ...failures];

/** Marks the decisive step wrong, and any other right. */
const marking = recordedScorer({
  name: "marker",
  opinions: new Map(
    all.map(({ id, label, steps }) => {
      const marks = steps.map((_, step): Mark => (step === label.decisiveStep ? -1 : 1));
      return [id, { kind: "marks", steps: marks }];
    }),
  ),
});

/** Scores as it likes, and says why; counts its calls. */
function talking(asked: { times: number } = { times: 0 }): StepScorer {
  return {
    fingerprint: "talker",
    score: async ({ steps }) => {
      asked.times += 1;
      return steps.map((_, step) => (step === 1 ? 0.75 : 0.25));
    },
    explain: async (_, steps) =>
      steps.map((step) => ({
        step,
        parts: [{ says: "suspects the step", by: "talker", reason: `Because it is step ${step}.` }],
      })),
  };
}

async function explain(scorer: StepScorer, step: number): Promise<StepExplanation> {
  if (!isExplaining(scorer) || failure === undefined)
    throw new Error("Expected a scorer that explains itself.");
  const [explanation] = await explainSteps(failure, scorer, [step]);
  if (explanation === undefined) throw new Error("Expected an explanation.");
  return explanation;
}

describe("an ensemble's explanation", () => {
  it("names each member's score of the step, and its reason if it gives one", async () => {
    const scorer = await ensemble([marking, talking()], { local: "positions" })(labelled);
    const { decisiveStep } = failure.label;
    const { parts } = await explain(scorer, decisiveStep);
    const marker = parts.find(({ by }) => by === marking.fingerprint);
    expect(marker).toMatchObject({ says: "marks the step wrong, the first such step" });
    expect(marker?.logit).toBeGreaterThan(0.5);
    expect(parts.find(({ by }) => by === "talker")).toMatchObject({
      says: decisiveStep === 1 ? "gives the step a score of 0.75" : "gives the step a score of 0.25",
      reason: `Because it is step ${decisiveStep}.`,
      logit: expect.any(Number),
    });
  });

  it("says what is known of the step without them", async () => {
    const scorer = await ensemble([talking()], { local: "all" })(labelled);
    const { parts } = await explain(scorer, failure.label.decisiveStep);
    expect(parts.map(({ says }) => says)).toContain("has the first calculation of the run that is wrong");
  });

  it("counts votes where several members mark", async () => {
    const second = { ...marking, fingerprint: "second" };
    const scorer = await ensemble([marking, second], { local: "none" })(labelled);
    const { parts } = await explain(scorer, failure.label.decisiveStep);
    expect(parts.map(({ says }) => says)).toContain("is wrong by the marks of 2 of 2 members");
  });

  it("hands on what a local member says in words of its own", async () => {
    const scorer = await ensemble([fitPositionScorer(labelled)], { local: "none" })(labelled);
    const { parts } = await explain(scorer, 0);
    expect(parts[0]?.reason).toMatch(
      /^The step is step 1 of \d+: this scorer goes by .* and by nothing else\.$/,
    );
  });

  it("does not ask members again of a trajectory that it has scored", async () => {
    const asked = { times: 0 };
    const scorer = await ensemble([talking(asked)], { local: "none" })(labelled);
    await scorer.score(failure);
    const before = asked.times;
    await explain(scorer, 0);
    expect(asked.times).toBe(before);
  });
});
