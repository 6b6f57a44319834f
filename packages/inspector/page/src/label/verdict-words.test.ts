import { describe, expect, it } from "vitest";

import type { LabelVerdict } from "../../../src/shared/labels/label.ts";
import { conventionWords, labellerWords, labelWords } from "./verdict-words.ts";

const BY = { convention: "last-recovering-start", labeller: "replay" } as const;

describe("the words of a label by replay", () => {
  it("say that it is by replay, and never that a step is decisive or a mistake", () => {
    const words = (verdict: LabelVerdict) => labelWords({ ...BY, verdict });
    expect(words({ kind: "decisive", step: 3 })).toBe(
      "step 4 is the last start from which a replay recovered",
    );
    expect(words({ kind: "between", first: 1, last: 3 })).toBe(
      "the last start from which a replay recovered is one of steps 2 to 4",
    );
    expect(words({ kind: "unrecovered" })).toBe("no replay recovered, whatever its start");
    expect(words({ kind: "inconclusive" })).toBe("replays came to no verdict");
    expect(labellerWords(BY)).toBe("by replay");
    expect(conventionWords(BY.convention)).toContain("need not be the first mistake");
  });

  it("leave those of people as they are, also of a person of that name", () => {
    const label = { convention: "earliest-unrecovered", labeller: "replay" };
    expect(labellerWords(label)).toBe("replay");
    expect(labelWords({ ...label, verdict: { kind: "decisive", step: 3 } })).toBe("step 4 is decisive");
  });
});
