import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decisive, none, notThis, unsure, verdictOn } from "../../fixtures/labels.ts";
import { consensusOf, heldLabels } from "./consensus.ts";
import type { LabelVerdict } from "./label.ts";

const said = (...verdicts: readonly (readonly [string, LabelVerdict])[]) =>
  verdicts.map(([labeller, verdict], index) => ({
    ...verdictOn("a", verdict, { labeller }),
    id: `${index}`,
    at: "2026-01-01T00:00:00.000Z",
  }));
const held = (...verdicts: readonly LabelVerdict[]) =>
  heldLabels(said(...verdicts.map((verdict) => ["ada", verdict] as const))).map(({ verdict }) => verdict);

describe("of several labels of one labeller", () => {
  it("the last counts", () => {
    expect(held(decisive(1), decisive(2))).toEqual([decisive(2)]);
    expect(held(none, decisive(1), none)).toEqual([none]);
    expect(held(decisive(1), unsure)).toEqual([unsure]);
    expect(held(unsure, decisive(1))).toEqual([decisive(1)]);
  });

  it("those that rule out steps add up, beside a step that is named", () => {
    expect(held(notThis(1), notThis(2), decisive(3))).toEqual([notThis(1), notThis(2), decisive(3)]);
    expect(held(decisive(3), notThis(1))).toEqual([decisive(3), notThis(1)]);
    expect(held(decisive(3, 5), notThis(5))).toEqual([decisive(3, 5), notThis(5)]);
  });

  it("ruling a step out takes back that it is decisive, and the other way round", () => {
    expect(held(decisive(1), notThis(1))).toEqual([notThis(1)]);
    expect(held(notThis(1), decisive(1))).toEqual([decisive(1)]);
    expect(held(notThis(3), decisive(1, 3))).toEqual([decisive(1, 3)]);
  });

  it("ruling a step out says more than being unsure", () => {
    expect(held(unsure, notThis(1))).toEqual([notThis(1)]);
    expect(held(notThis(1), unsure)).toEqual([notThis(1), unsure]);
  });
});

describe("what labellers come to", () => {
  it("is open as long as nobody names a step or says that there is none", () => {
    expect(consensusOf([])).toEqual({ kind: "open" });
    expect(consensusOf(said(["ada", unsure], ["bob", notThis(1)]))).toEqual({ kind: "open" });
  });

  it("is what one says and nobody contradicts", () => {
    expect(consensusOf(said(["ada", decisive(1)], ["bob", unsure]))).toEqual(decisive(1));
    expect(consensusOf(said(["ada", none], ["bob", notThis(1)]))).toEqual({ kind: "none" });
  });

  it("is disputed, in whichever order they spoke", () => {
    for (const other of [decisive(2), none, notThis(1)]) {
      const labels = said(["ada", decisive(1)], ["bob", other]);
      expect(consensusOf(labels)).toEqual({ kind: "disputed" });
      expect(consensusOf(labels.toReversed())).toEqual({ kind: "disputed" });
    }
  });
});

describe("further decisive steps", () => {
  it("count if more than half of those who name a decisive step name them", () => {
    expect(consensusOf(said(["ada", decisive(1, 2, 3)]))).toEqual(decisive(1, 2, 3));
    expect(consensusOf(said(["ada", decisive(1, 2, 3)], ["bob", decisive(1, 3)]))).toEqual(decisive(1, 3));
    expect(consensusOf(said(["ada", decisive(1, 2)], ["bob", decisive(1)]))).toEqual(decisive(1));
    const three = said(["ada", decisive(1, 3)], ["bob", decisive(1, 2)], ["cy", decisive(1, 2)]);
    expect(consensusOf(three)).toEqual(decisive(1, 2));
  });

  it("are not voted on by those who name no decisive step", () => {
    expect(consensusOf(said(["ada", decisive(1, 2)], ["bob", unsure], ["cy", notThis(0)]))).toEqual(
      decisive(1, 2),
    );
  });

  it("do not count if somebody rules them out, which disputes nothing else", () => {
    expect(consensusOf(said(["ada", decisive(1, 2, 3)], ["bob", notThis(2)]))).toEqual(decisive(1, 3));
    expect(consensusOf(said(["ada", decisive(1, 2)], ["ada", notThis(2)]))).toEqual(decisive(1));
  });

  it("do not settle a dispute about the earliest one", () => {
    expect(consensusOf(said(["ada", decisive(1, 2)], ["bob", decisive(2)]))).toEqual({ kind: "disputed" });
  });

  it("are ascending, after the decisive step, and do not depend on who labelled first", () => {
    const steps = fc.uniqueArray(fc.integer({ min: 2, max: 6 }), { maxLength: 5 });
    const inOrder = (further: readonly number[]) => further.toSorted((a, b) => a - b);
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 5 }), (all) => {
        const labels = said(
          ...all.map((further, at) => [`labeller ${at}`, decisive(1, ...inOrder(further))] as const),
        );
        const consensus = consensusOf(labels);
        expect(consensusOf(labels.toReversed())).toEqual(consensus);
        const counted = consensus.kind === "decisive" ? (consensus.further ?? []) : [-1];
        expect(counted).toEqual(
          [2, 3, 4, 5, 6].filter((step) => all.filter((each) => each.includes(step)).length > all.length / 2),
        );
      }),
    );
  });

  it("is right or wrong where one says so of a run, unless another says the contrary", () => {
    const [right, wrong] = [{ kind: "right" }, { kind: "wrong" }] as const;
    expect(consensusOf(said(["ada", right], ["bob", unsure], ["eve", right]))).toEqual(right);
    expect(consensusOf(said(["ada", right], ["ada", wrong]))).toEqual(wrong);
    expect(consensusOf(said(["ada", right], ["ada", unsure]))).toEqual({ kind: "open" });
    expect(consensusOf(said(["ada", right], ["bob", wrong]))).toEqual({ kind: "disputed" });
  });
});
