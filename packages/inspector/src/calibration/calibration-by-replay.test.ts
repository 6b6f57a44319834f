import type { Calibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { decisive, verdictOn } from "../fixtures/labels.ts";
import { attributed, calibration, judgedThread, SCORES, viewOf } from "../fixtures/view-of.ts";
import { LAST_RECOVERING_START, type LabelVerdict, REPLAY } from "../shared/labels/label.ts";
import { promiseWords } from "../shared/words/promise-words.ts";
import { whatTheSetIs } from "../shared/words/decision-words.ts";

const byReplay: Calibration = {
  ...calibration,
  version: 4,
  convention: LAST_RECOVERING_START,
  alpha: 0.4,
  n: 5,
  misses: [{ stepScores: SCORES, draw: 9, missed: "unrecovered" }],
};
/** Recorded with that calibration: the set is steps 1 to 3. */
const own = attributed({
  n: 5,
  alpha: 0.4,
  calibrated: { method: "vanilla", goal: "first", convention: LAST_RECOVERING_START },
});
const IDS = ["a", "b", "c", "d"];
const threads = (attribution = own) => IDS.map((id) => judgedThread(id, { attribution }));
const replayed = (...verdicts: readonly LabelVerdict[]) =>
  verdicts.map((verdict, index) =>
    verdictOn(IDS[index] ?? "", verdict, { labeller: REPLAY, convention: LAST_RECOVERING_START }),
  );
const labels = replayed(
  decisive(2),
  { kind: "between", first: 1, last: 2 },
  { kind: "between", first: 0, last: 2 },
  { kind: "unrecovered" },
);

describe("the view of a calibration on labels by replay", () => {
  it("counts labels by replay alone: a range as a whole, a failure without a start as missed", async () => {
    const people = IDS.map((id) => verdictOn(id, decisive(0)));
    const view = await viewOf(threads(), [...labels, ...people], { calibration: byReplay });
    expect(view).toMatchObject({
      calibration: { byReplay: { unrecovered: 1, inconclusive: 0 }, n: 5 },
      coverage: { covered: 2, n: 4, byReplay: true },
      labelled: 4,
    });
    expect(view.curve.find(({ alpha }) => alpha === 0.05)?.coverage).toBe(0.75);
  });

  it("counts a range as missed where the set holds its first step alone", async () => {
    const calibrated = { method: "vanilla", goal: "first", convention: LAST_RECOVERING_START } as const;
    // The set is steps 0 to 2.
    const early = attributed({ n: 5, alpha: 0.4, calibrated }, [0.2, 0.4, 0.3, 0.1]);
    const range = replayed({ kind: "between", first: 2, last: 3 }, { kind: "between", first: 1, last: 2 });
    const { coverage } = await viewOf(threads(early), range, { calibration: byReplay });
    expect(coverage).toMatchObject({ covered: 1, n: 2 });
  });

  it("counts no set of another convention, whether a calibration is given or not", async () => {
    const people = IDS.map((id) => verdictOn(id, decisive(0)));
    const others = threads(attributed({ n: 5, alpha: 0.4 }));
    expect((await viewOf(others, labels, { calibration: byReplay })).coverage).toBeUndefined();
    expect(
      (await viewOf(threads(), people, { calibration: { ...calibration, alpha: 0.4 } })).coverage,
    ).toBeUndefined();
    expect((await viewOf(threads(), people, "none")).coverage).toBeUndefined();
  });

  it("says that misses are too many for the miss rate", async () => {
    const { warnings } = await viewOf([], [], { calibration: { ...byReplay, alpha: 0.2 } });
    expect(warnings).toMatchObject([
      {
        code: "TOO_SMALL",
        message: expect.stringMatching(/^1 of its 5 failures count as misses.* takes 9 failures/),
      },
    ]);
  });

  it("has its words for the promise of a recorded set", () => {
    const { meaning } = promiseWords(own);
    expect(meaning).toContain("begin at or before the last start from which a replay recovered");
    expect(meaning).not.toContain("decisive step");
    expect(whatTheSetIs(own)).toBe(
      "The set lists the steps that may be the last start from which a replay recovered.",
    );
    expect(whatTheSetIs(attributed())).toContain("first mistake");
  });
});
