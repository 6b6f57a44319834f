import { describe, expect, it } from "vitest";

import { labelProbability } from "./label-probability.ts";

const LABELS = ["no", "yes"];

/** A token that stood there, and what else could have, each with its probability. */
const token = (text: string, top: Readonly<Record<string, number>> = { [text]: 1 }) => ({
  token: text,
  logprob: Math.log(top[text] ?? 1),
  top: Object.entries(top).map(([other, probability]) => ({ token: other, logprob: Math.log(probability) })),
});

describe("labelProbability", () => {
  it("is the label's share of what all labels have, other tokens left out", () => {
    const said = [token('{"decisive":"'), token("no", { no: 0.6, yes: 0.2, maybe: 0.2 }), token('"}')];
    expect(labelProbability(said, "yes", LABELS)).toBeCloseTo(0.25, 12);
    expect(labelProbability(said, "no", LABELS)).toBeCloseTo(0.75, 12);
  });

  it("uses the last token that begins a label: what comes before is reasoning, not the answer", () => {
    const said = [token("no", { no: 0.9, yes: 0.1 }), token(" so "), token("yes", { yes: 0.8, no: 0.2 })];
    expect(labelProbability(said, "yes", LABELS)).toBeCloseTo(0.8, 12);
  });

  it("adds up tokens that begin the same label", () => {
    const said = [token("yes", { yes: 0.3, " Yes": 0.2, y: 0.1, no: 0.4 })];
    expect(labelProbability(said, "yes", LABELS)).toBeCloseTo(0.6, 12);
  });

  it("counts the answer's token if it is not among the likeliest", () => {
    const said = [{ token: "yes", logprob: Math.log(0.1), top: [{ token: "no", logprob: Math.log(0.3) }] }];
    expect(labelProbability(said, "yes", LABELS)).toBeCloseTo(0.25, 12);
  });

  it("is undefined if there is no label in the answer, or no probability", () => {
    expect(labelProbability([token("perhaps")], "yes", LABELS)).toBeUndefined();
    expect(labelProbability([], "yes", LABELS)).toBeUndefined();
    expect(labelProbability(undefined, "yes", LABELS)).toBeUndefined();
  });
});
