import { describe, expect, it } from "vitest";

import { featureChoice } from "../features/feature-set.ts";

import type { Mark } from "../scorers/step-scorer.ts";
import { columnRows, columnsOf } from "./ensemble-columns.ts";
import type { Voice } from "./voice.ts";

const marked = (...marks: readonly Mark[]): Voice => ({ kind: "marks", marks });

/** Of steps without log-probabilities. */
const PLAIN = featureChoice(false);

describe("columnRows", () => {
  it("says of each step what marks and votes say: wrong, neutral, first wrong, next to the first wrong", () => {
    const { columns } = columnsOf(["marks", "marks"], "none", PLAIN);
    const voices = [marked(1, -1, 0, -1), marked(null, 1, 1, 1)];
    expect(columnRows(columns, voices, [[], [], [], []])).toEqual([
      [0, 0, 0, 1, 0, 1, 0, 0, 0, 0.5, 0, 0.5],
      [1, 0, 1, 0, 0, 0, 0, 0, 0.5, 0, 0.5, 0],
      [0, 1, 0, 1, 0, 0, 0, 0, 0, 0.5, 0, 0.5],
      [1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0],
    ]);
  });

  it("puts log odds of scores and features beside them; a score of 0 or 1 moves the odds by 1000", () => {
    const columns = [
      { from: "feature", name: "last" },
      { from: "score", member: 1 },
      { from: "feature", name: "first" },
    ] as const;
    const voices: readonly Voice[] = [marked(1, 1, 1), { kind: "scores", scores: [0.5, 0, 1] }];
    const rows = columnRows(columns, voices, [
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
    const most = Math.log(999);
    expect(rows.map((row) => row.map((value) => Number(value.toFixed(9))))).toEqual([
      [0, 0, 1],
      [0, Number((-most).toFixed(9)), 0],
      [1, Number(most.toFixed(9)), 0],
    ]);
  });
});

describe("columnsOf", () => {
  it("puts opinions before features, so that each selection of features has all opinions", () => {
    const widths = (local: "none" | "positions" | "all") =>
      columnsOf(["scores", "marks"], local, PLAIN).widths;
    expect(widths("none")).toEqual([5]);
    expect(widths("positions")).toEqual([5, 20]);
    expect(widths("all").slice(0, 2)).toEqual([5, 20]);
    expect(columnsOf(["scores", "marks"], "all", PLAIN).columns).toHaveLength(widths("all").at(-1) ?? 0);
  });
});
