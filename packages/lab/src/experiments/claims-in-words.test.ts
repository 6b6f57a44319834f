import { expect, it } from "vitest";

import { claimsInBrief, claimsInWords } from "./claims-in-words.ts";

const holding = { sentence: "restarting recovers most.", holds: true, measured: "97 %" };
const missed = { sentence: "it takes fewer steps.", holds: false, measured: "1.2" };
const open = { sentence: "it recovers more.", holds: false, isOpen: true, measured: "-0.1 points" };

it("lists what does not hold, and tells what is refuted from what is open", () => {
  expect(claimsInWords([holding, missed, open])).toEqual([
    expect.stringMatching(/^Of 3 claims about the default policy, 1 hold\./),
    "- missed: it takes fewer steps. Measured: 1.2.\n- open: it recovers more. Measured: -0.1 points.",
  ]);
});

it("lists nothing where all hold", () => {
  expect(claimsInWords([holding, holding])).toEqual(["All 2 claims about the default policy hold."]);
});

it("in brief, counts what is open and tells what is missed alone", () => {
  expect(claimsInBrief([holding, missed, open], "claims about the agent")).toEqual([
    "Of 3 claims about the agent, 1 hold, 1 are open (so few runs cannot refute them), one is missed: it takes fewer steps. Measured: 1.2.",
  ]);
});

it("in brief, lists what is missed where it is more than one", () => {
  expect(claimsInBrief([holding, missed, missed], "claims")).toEqual([
    "Of 3 claims, 1 hold, 2 are missed:",
    "- missed: it takes fewer steps. Measured: 1.2.\n- missed: it takes fewer steps. Measured: 1.2.",
  ]);
});

it("in brief, lists nothing where none is missed", () => {
  expect(claimsInBrief([holding, open], "claims", "the machine was laden")).toEqual([
    "Of 2 claims, 1 hold, 1 are open (the machine was laden).",
  ]);
  expect(claimsInBrief([holding, holding], "claims")).toEqual(["All 2 claims hold."]);
});
