import { describe, expect, it } from "vitest";

import { changeClaims } from "./change-experiment.ts";
import { changeFigures } from "./change-figures.ts";
import type { ChangedRun } from "./change-model.ts";
import { changeMarkdown } from "./change-tables.ts";

const JOB = { before: 50, after: 50, mended: 0, alpha: 0.2, repeatShown: 0.8 };

const run = (more: Partial<ChangedRun> = {}): ChangedRun => ({
  recoveredBy: 1,
  isHandedOver: false,
  changes: [],
  ...more,
});
const { recoveredBy: _, ...unrecovered } = run();
const LOST: ChangedRun = unrecovered;
const HANDED_OVER: ChangedRun = { ...LOST, isHandedOver: true };

const promise = { within: 2, n: 14 };

/** An agent that loses each second run after the change, until it notices at the tenth. */
const sequence = (late: readonly ChangedRun[] = []): readonly ChangedRun[] =>
  Array.from({ length: 100 }, (__, at) => {
    if (at === 20) return run({ changes: [{ change: "version" }] });
    if (at === 40) return run({ changes: [{ change: "promise", promise }] });
    if (at === 59) return { ...HANDED_OVER, within: 2, changes: [{ change: "drift" }] };
    if (at === 79) return run({ changes: [{ change: "version" }] });
    if (at === 89) return run({ changes: [{ change: "promise", promise: { within: 3, n: 9 } }] });
    const isLate = at >= 50 && at < 60;
    if (isLate && at % 2 === 1) return { ...LOST, within: 2 };
    return late[at] ?? (at > 40 && at < 60 ? run({ within: 2 }) : run());
  });

describe("the figures of a model that changes", () => {
  it("tell when the change was noticed, and when something is promised again", () => {
    const { sequences } = changeFigures(JOB, [sequence()]);
    expect(sequences).toEqual([
      {
        falseAlarms: 0,
        before: promise,
        alarm: 10,
        version: 30,
        promise: { within: 3, n: 9, at: 40 },
        mostAbove: expect.any(Number),
      },
    ]);
  });

  it("share out the failed runs of each fifty", () => {
    const { spans } = changeFigures(JOB, [sequence(), sequence()]);
    expect(spans).toEqual([
      { span: [1, 50], recovered: 1, promised: 9 / 50, missed: 0, handedOver: 0, silent: 0 },
      {
        span: [51, 100],
        recovered: 45 / 50,
        promised: 10 / 50,
        missed: 5 / 50,
        handedOver: 1 / 50,
        silent: 4 / 50,
      },
    ]);
  });

  it("tell how far silent failures were above alpha at any time", () => {
    const [kept] = changeFigures(JOB, [sequence()]).sequences;
    expect(kept?.mostAbove).toBeLessThan(0);
    const lost = Array.from({ length: 5 }, () => LOST);
    const [above] = changeFigures(JOB, [sequence(lost)]).sequences;
    expect(above?.mostAbove).toBeCloseTo(4);
  });

  it("count alarms before the change, and what never came", () => {
    const never = [
      run({ changes: [{ change: "drift" }] }),
      ...sequence().slice(1, 50),
      ...Array(50).fill(LOST),
    ];
    const figures = changeFigures(JOB, [sequence(), never]);
    const [, second] = figures.sequences;
    expect(second).toEqual({ falseAlarms: 1, before: promise, mostAbove: 30 });
    expect(changeClaims(figures).map(({ holds, measured }) => [holds, measured])).toEqual([
      [false, "the most is 30.0 runs above it"],
      [false, "in 1 of 2"],
      [false, "in 1 of 2"],
    ]);
    const markdown = changeMarkdown(figures, changeClaims(figures));
    expect(markdown).toMatch(/\| within 2, of 14 runs +\| +1 \| +none \| +none \| +none \| +nothing \|/);
    expect(markdown).toMatch(
      /\| within 2, of 14 runs +\| +0 \| +10 \| +30 \| +40 \| +within 3, of 9 runs \|/,
    );
    expect(markdown).toContain("- missed: The alarm comes after the change. Measured: in 1 of 2.");
  });
});
