import { type Calibration, scoredRun, setsOf } from "@langgraph-rollback/attribution";
import { labelsU, type SetGoal } from "@langgraph-rollback/attribution/conformal";
import { trajectorySeed } from "@langgraph-rollback/attribution/draws";

import { describe, expect, it } from "vitest";

import { failedThread, steps } from "../fixtures/given-source.ts";
import { attributed, calibration, LATER, SCORES, judgedThread, viewOf } from "../fixtures/view-of.ts";
import { decisive, none, unsure, verdictOn } from "../fixtures/labels.ts";

describe("the calibration's forecast", () => {
  it("is the one in the file, or made of its labels", async () => {
    const forecast = { failures: 54, kept: 45, redone: 0.5, standardError: 0.02 };
    const told = await viewOf([], [], { calibration: { ...calibration, forecast } });
    expect(told.calibration?.forecast).toEqual(forecast);
    expect((await viewOf([])).calibration?.forecast).toMatchObject({ failures: 4, kept: 0, redone: 1 });
  });
});

describe("the calibration's curve", () => {
  it("has the share of steps that each miss rate keeps, as worked out by hand", async () => {
    // Steps have 0.9, 0.8, 0.7 and 0.6. The threshold is the 4th of four at 0.2, the 3rd at 0.4, the 2nd at 0.6; in between a draw decides,
    // which is .19 for
    // these labels: at 0.23, 1.15 misses are one, and at 0.25, 1.25 are two.
    const { curve } = await viewOf([judgedThread("a")], [], { calibration: { ...calibration, alpha: 0.23 } });
    expect(labelsU([0, 1, 2, 3])).toBeCloseTo(0.19, 2);
    expect(Object.fromEntries(curve.map(({ alpha, meanShare }) => [alpha, meanShare]))).toMatchObject({
      0.05: 1,
      0.15: 1,
      0.2: 0.75,
      0.23: 0.75,
      0.25: 0.5,
      0.4: 0.5,
      0.5: 0.25,
      0.6: 0.25,
      0.9: 0.25,
    });
  });

  it("has the calibration's own miss rate", async () => {
    const { curve } = await viewOf([judgedThread("a")], [], { calibration: { ...calibration, alpha: 0.23 } });
    expect(curve.map(({ alpha }) => alpha)).toContain(0.23);
  });

  it("says of labelled attempts how often the sets would have held the step", async () => {
    const labels = [verdictOn("a", decisive(2)), verdictOn("b", decisive(3))];
    const { curve } = await viewOf([judgedThread("a"), judgedThread("b")], labels);
    expect(curve.find(({ alpha }) => alpha === 0.4)?.coverage).toBe(1);
    expect(curve.find(({ alpha }) => alpha === 0.6)?.coverage).toBe(0.5);
  });

  it("holds an attempt that has calibrated out of its own sets", async () => {
    // Step 0 has 0.9. With it among four, 0.25 takes the largest; without it three have 0.75, below 0.9.
    const [one, two, three] = calibration.failures;
    const own = { stepScores: SCORES, decisiveSteps: [0], draw: trajectorySeed({ id: "a" }) };
    const failures = [one, two, three, own].flatMap((failure) => failure ?? []);
    const calibrated = { ...calibration, failures };
    const label = [verdictOn("a", decisive(0))];
    const at = async (alpha: number, given: Calibration) =>
      (await viewOf([judgedThread("a")], label, { calibration: given })).curve.find(
        (point) => point.alpha === alpha,
      )?.coverage;
    expect(await at(0.25, calibrated)).toBe(0);
    expect(await at(0.2, calibrated)).toBe(1);
  });

  it("leaves out attempts of another scorer, and those without scores", async () => {
    const other = judgedThread("a", { attribution: attributed({ scorerFingerprint: "judge-2" }) });
    expect((await viewOf([other, failedThread("b")])).curve).toEqual([]);
  });

  it("leaves out scores that are not those of the steps", async () => {
    const short = judgedThread("a", { attribution: attributed({}, [0.5, 0.3, 0.2]) });
    expect((await viewOf([short])).curve).toEqual([]);
  });

  it("uses the draw of the trajectory for the method that draws", async () => {
    const drawn: Calibration = { ...calibration, method: "crsvp" };
    const threads = Array.from({ length: 30 }, (_, index) =>
      judgedThread(`t${index}`, { attribution: attributed(), head: "h" }),
    );
    const { curve } = await viewOf(threads, [], { calibration: drawn });
    const sets = setsOf(drawn, 0.2);
    const shares = threads.map(({ id }) => sets.setOf(scoredRun({ id: `${id}:h` }, SCORES)).steps.length / 4);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(new Set(shares).size).toBeGreaterThan(1);
    expect(curve.find(({ alpha }) => alpha === 0.2)?.meanShare).toBeCloseTo(mean, 12);
  });
});

describe("the coverage measured", () => {
  it("counts recorded sets that hold the labelled step, with their interval", async () => {
    // The set is steps 1 to 3.
    const labels = ["a", "b", "c"].map((id, index) => verdictOn(id, decisive(index)));
    const { coverage } = await viewOf(
      ["a", "b", "c", "d"].map((id) => judgedThread(id)),
      labels,
    );
    // Clopper and Pearson's for 2 of 3, as in tables.
    expect(coverage).toEqual({
      covered: 2,
      n: 3,
      low: expect.closeTo(0.0943, 4),
      high: expect.closeTo(0.9916, 4),
      target: 0.8,
      goal: "first",
    });
  });

  it("counts by the calibration's goal, over all steps that a label names", async () => {
    // The set is steps 1 to 3.
    const labels = [
      verdictOn("a", decisive(0, 2)),
      verdictOn("b", decisive(0)),
      verdictOn("c", decisive(1, 2)),
      verdictOn("d", decisive(0, 1, 3)),
    ];
    const threads = ["a", "b", "c", "d"].map((id) => judgedThread(id));
    const at = async (goal: SetGoal) => {
      const { coverage, curve } = await viewOf(threads, labels, { calibration: { ...calibration, goal } });
      const curved = curve.find(({ alpha }) => alpha === 0.2)?.coverage;
      return { covered: coverage?.covered, share: curved };
    };
    expect(await at("first")).toEqual({ covered: 1, share: 0.25 });
    expect(await at(0.5)).toEqual({ covered: 3, share: 0.75 });
    expect(await at(0.6)).toEqual({ covered: 2, share: 0.5 });
    expect(await at(1)).toEqual({ covered: 1, share: 0.25 });
    const { covered } = await at("mean");
    expect(covered).toBeCloseTo(1 / 2 + 0 + 1 + 2 / 3, 12);
  });

  it("has an interval for means where the goal is one", async () => {
    const threads = ["a", "b"].map((id) => judgedThread(id));
    const labels = [verdictOn("a", decisive(0, 2)), verdictOn("b", decisive(1))];
    const { coverage } = await viewOf(threads, labels, { calibration: { ...calibration, goal: "mean" } });
    // sqrt(ln(40) / 4) is 0.9603.
    expect(coverage).toEqual({
      covered: 1.5,
      n: 2,
      low: 0,
      high: 1,
      target: 0.8,
      goal: "mean",
    });
  });

  it("leaves out what says nothing of this calibration", async () => {
    const threads = [
      judgedThread("uncalibrated", { attribution: attributed({ n: 0 }) }),
      judgedThread("another calibration", { attribution: attributed({ n: 9 }) }),
      judgedThread("another scorer", { attribution: attributed({ scorerFingerprint: "judge-2" }) }),
      judgedThread("another rate", { attribution: attributed({ alpha: 0.1 }) }),
      failedThread("second attempt", [{}, { attribution: attributed() }]),
      judgedThread("unsure"),
    ];
    const labels = threads.map(({ id }) => verdictOn(id, id === "unsure" ? unsure : decisive(1)));
    labels.push(verdictOn("second attempt", decisive(1), { attempt: 2 }));
    expect((await viewOf(threads, labels)).coverage).toBeUndefined();
  });

  it("counts the sets of the latest miss rate where no calibration is given", async () => {
    const threads = [
      judgedThread("a", { attribution: attributed({ alpha: 0.1 }) }),
      judgedThread("b", { at: LATER, attribution: attributed({ n: 30 }) }),
    ];
    const labels = [verdictOn("a", decisive(1)), verdictOn("b", decisive(1))];
    expect((await viewOf(threads, labels, "none")).coverage).toMatchObject({
      covered: 1,
      n: 1,
      target: 0.8,
    });
  });

  it("leaves out a label of an attempt that has another number of steps", async () => {
    const { coverage, labelled } = await viewOf(
      [judgedThread("a")],
      [verdictOn("a", decisive(1), { steps: 5 })],
    );
    expect({ coverage, labelled }).toEqual({ coverage: undefined, labelled: 0 });
  });
});

describe("what is counted", () => {
  it("is where decisive steps stand, in tenths, and how many are labelled", async () => {
    const labels = [
      verdictOn("a", decisive(0)),
      verdictOn("b", decisive(3)),
      verdictOn("c", decisive(3)),
      verdictOn("d", none),
    ];
    const threads = ["a", "b", "c", "d", "e"].map((id) => failedThread(id));
    const { failed, labelled, positions } = await viewOf(threads, labels);
    expect(positions).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 2, 0]);
    expect({ failed, labelled }).toEqual({ failed: 5, labelled: 3 });
  });

  it("takes in a labelled attempt that no verifier has judged", async () => {
    const attempts = [{ attempt: 1, kept: 0, steps: steps(4) }];
    const run = { run: "run of a", status: "not-judged", reason: "", task: "", attempts } as const;
    const unjudged = { id: "a", runs: [run] };
    expect(await viewOf([unjudged])).toMatchObject({ failed: 0, labelled: 0 });
    expect(await viewOf([unjudged], [verdictOn("a", decisive(1))])).toMatchObject({ failed: 1, labelled: 1 });
  });
});
