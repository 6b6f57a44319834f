import { describe, expect, it } from "vitest";

import { readLogprobs } from "./step-logprobs.ts";

const token = (text: unknown, logprob: unknown, top: unknown = []) => ({
  token: text,
  logprob,
  top_logprobs: top,
});
const read = (content: unknown, text = "", callsTools = false) =>
  readLogprobs([{ logprobs: { content }, text, callsTools }]);

describe("readLogprobs", () => {
  it("gives mean, least and the share of unlikely tokens", () => {
    const found = read([token("a", -0.5), token("b", -3), token("c", 0), token("d", -0.5)], "abcd");
    expect(found).toEqual({ tokens: 4, mean: -1, least: -3, unlikely: 0.25 });
  });

  it("takes the tokens behind the text for those of the tool calls", () => {
    const half = Math.log(0.5);
    const call = [token('{"x":', 0), token("1", half, [token("1", half), token("2", half)])];
    // By hand: 0 for the certain token, ln 2 for an even choice of two.
    expect(
      read([token("Let ", -1), token("me.", -1), ...call], "Let me.", true)?.argumentEntropy,
    ).toBeCloseTo(Math.log(2) / 2, 12);
    expect(read(call, "", true)?.argumentEntropy).toBeCloseTo(Math.log(2) / 2, 12);
    expect(read(call, "", false)).not.toHaveProperty("argumentEntropy");
    expect(read([token("Other", -1), ...call], "Let me.", true)).not.toHaveProperty("argumentEntropy");
  });

  it("counts what was not recorded of a token's alternatives as one more", () => {
    const [most, some] = [0.7, 0.2];
    const left = 1 - most - some;
    const entropy = -[most, some, left].reduce((sum, chance) => sum + chance * Math.log(chance), 0);
    const found = read([token("a", Math.log(most), [token("b", Math.log(some))])], "", true);
    expect(found?.argumentEntropy).toBeCloseTo(entropy, 12);
  });

  it("adds up the messages of a step, texts and refusals alike", () => {
    const said = [
      { logprobs: { content: null, refusal: [token("No", -1)] }, text: "", callsTools: false },
      { logprobs: { content: [token("x", -3)] }, text: "x", callsTools: false },
      { logprobs: null, text: "y", callsTools: false },
    ];
    expect(readLogprobs(said)).toEqual({ tokens: 2, mean: -2, least: -3, unlikely: 0.5 });
  });

  it("leaves out what is no log-probability, and holds the others within bounds", () => {
    const odd = [
      Number.NaN,
      "-1",
      null,
      0.5,
      Infinity,
      { valueOf: () => -1 },
      [-1],
      -9999,
      -Infinity,
      1e-7,
    ].map((logprob) => token("a", logprob));
    expect(read(["a", null, 7, ...odd])).toEqual({ tokens: 3, mean: -40 / 3, least: -20, unlikely: 2 / 3 });
  });

  it.each([undefined, null, "x", 7, [], {}, { content: "x" }, { content: {} }, { content: [{}] }])(
    "has nothing of %j",
    (logprobs) => {
      expect(readLogprobs([{ logprobs, text: "x", callsTools: true }])).toBeUndefined();
    },
  );

  it("reads lists that are huge or lie, and stays finite", () => {
    const lying = Array.from({ length: 500 }, () => token({}, -0, Array(1000).fill(token("b", 0))));
    const huge = Array.from({ length: 150_000 }, () => token("a", -1));
    expect(read(lying, "", true)?.argumentEntropy).toBeLessThan(Math.log(22));
    expect(read(huge, "", true)).toMatchObject({ tokens: 100_000, mean: -1 });
  });
});
