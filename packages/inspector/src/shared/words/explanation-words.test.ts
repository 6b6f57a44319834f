import { describe, expect, it } from "vitest";

import { explanationWords } from "./explanation-words.ts";

describe("explanationWords", () => {
  it("says what speaks for a step and against it, and what that comes to", () => {
    const parts = [
      { says: "has a calculation that is wrong", logit: 1.2 },
      { says: "hands work to another agent", logit: -0.405 },
    ];
    expect(explanationWords({ step: 3, logit: 0.693, parts, rest: { parts: 9, logit: -0.102 } })).toEqual({
      sum: "Shares of the logit, against the average step of the run: +0.69 in all, so the score is 2 times that step's.",
      parts: [
        { share: "+1.20", says: "The step has a calculation that is wrong." },
        { share: "−0.41", says: "The step hands work to another agent." },
        { share: "−0.10", says: "9 other observations together" },
      ],
    });
  });

  it("names each member with its reason, without a sum if the scorer adds nothing up", () => {
    const parts = [{ by: "step-by-step", says: "blames the step", reason: "It adds wrongly." }];
    expect(explanationWords({ step: 0, parts })).toEqual({
      parts: [{ says: "step-by-step blames the step.", reason: "It adds wrongly." }],
    });
  });
});
