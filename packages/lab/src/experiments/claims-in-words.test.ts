import { expect, it } from "vitest";

import { claimsInWords } from "./claims-in-words.ts";

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
