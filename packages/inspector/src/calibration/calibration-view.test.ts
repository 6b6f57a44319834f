import { type Attribution, type Calibration, trajectoryDraw } from "@langgraph-rollback/attribution";
import { calibrateThreshold, predictionSet, seededRandom } from "@langgraph-rollback/conformal";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { failedThread, givenSource, steps } from "../fixtures/given-source.ts";
import { decisive, none, unsure, verdictOn } from "../fixtures/labels.ts";
import { checkpointerLabelStore } from "../labels/checkpointer-label-store.ts";
import type { NewLabel } from "../labels/label.ts";
import type { AttemptView, ThreadView } from "../view/thread-view.ts";
import type { CalibrationFile } from "./calibration-file.ts";
import { calibrationView } from "./calibration-view.ts";

const calibration: Calibration = {
  format: "langgraph-rollback/calibration",
  version: 1,
  method: "vanilla",
  alpha: 0.2,
  n: 4,
  scorerFingerprint: "judge-1",
  nonconformities: [0.5, 0.65, 0.75, 0.85],
};
const SCORES = [0.1, 0.2, 0.3, 0.4];

/** As `attribute` leaves it in the history. */
function attributed(change: Partial<Attribution> = {}, scores: readonly number[] = SCORES): Attribution {
  const threshold = calibrateThreshold(calibration.nonconformities, calibration);
  const set = predictionSet(scores, threshold);
  const found = { scores, set, alpha: 0.2, n: 4, scorerFingerprint: "judge-1", ...change };
  return found.status === "unbounded"
    ? { reason: "", ...found, status: "unbounded" }
    : { ...found, status: "bounded" };
}

const thread = (id: string, attempt: Partial<AttemptView> = { attribution: attributed() }): ThreadView =>
  failedThread(id, [{ at: "2026-02-01T00:00:00.000Z", ...attempt }]);

const LATER = "2026-02-01T00:00:09.000Z";

/** The view of threads with labels, and of the calibration above with changes; or of none. */
async function view(
  threads: readonly ThreadView[],
  labels: readonly NewLabel[] = [],
  file: Partial<CalibrationFile> | "none" = {},
) {
  let time = Date.UTC(2026, 2, 1);
  const store = checkpointerLabelStore(new MemorySaver(), { clock: () => (time += 1000) });
  for (const label of labels) await store.add(label);
  const given = file === "none" ? {} : { calibration: { file: "c.json", calibration, ...file } };
  return calibrationView({ source: givenSource(threads), labels: store, ...given });
}

const codes = async (...args: Parameters<typeof view>) =>
  (await view(...args)).warnings.map(({ code }) => code);

describe("the calibration's curve", () => {
  it("has the share of steps that each miss rate keeps, as worked out by hand", async () => {
    // Steps have 0.9, 0.8, 0.7 and 0.6. The threshold is the 4th of four from 0.2 on, the 3rd from 0.4, the 2nd from 0.6.
    const { curve } = await view([thread("a")]);
    expect(Object.fromEntries(curve.map(({ alpha, meanShare }) => [alpha, meanShare]))).toMatchObject({
      0.05: 1,
      0.15: 1,
      0.2: 0.75,
      0.35: 0.75,
      0.4: 0.5,
      0.5: 0.5,
      0.6: 0.25,
      0.9: 0.25,
    });
  });

  it("has the calibration's own miss rate", async () => {
    const { curve } = await view([thread("a")], [], { calibration: { ...calibration, alpha: 0.23 } });
    expect(curve.map(({ alpha }) => alpha)).toContain(0.23);
  });

  it("says of labelled attempts how often the sets would have held the step", async () => {
    const labels = [verdictOn("a", decisive(2)), verdictOn("b", decisive(3))];
    const { curve } = await view([thread("a"), thread("b")], labels);
    expect(curve.find(({ alpha }) => alpha === 0.5)?.coverage).toBe(1);
    expect(curve.find(({ alpha }) => alpha === 0.6)?.coverage).toBe(0.5);
  });

  it("holds an attempt that may have calibrated out of its own threshold", async () => {
    // Step 0 has 0.9. As the largest of four it would be the threshold at 0.2; the other three give 0.2 no threshold.
    const calibrated = { ...calibration, nonconformities: [0.5, 0.65, 0.75, 0.9] };
    const earlier = thread("a", { attribution: attributed({ n: 3 }) });
    const label = [verdictOn("a", decisive(0))];
    const at = async (alpha: number, threads: readonly ThreadView[]) =>
      (await view(threads, label, { calibration: calibrated })).curve.find((point) => point.alpha === alpha)
        ?.coverage;
    expect(await at(0.2, [earlier])).toBe(1);
    // At 0.25 three have a threshold, 0.75, below 0.9; four have 0.9 itself.
    expect(await at(0.25, [earlier])).toBe(0);
    expect(await at(0.25, [thread("a")])).toBe(1);
  });

  it("leaves out attempts of another scorer, and those without scores", async () => {
    const other = thread("a", { attribution: attributed({ scorerFingerprint: "judge-2" }) });
    expect((await view([other, failedThread("b")])).curve).toEqual([]);
  });

  it("leaves out scores that are not those of the steps", async () => {
    const short = thread("a", { attribution: attributed({}, [0.5, 0.3, 0.2]) });
    expect((await view([short])).curve).toEqual([]);
  });

  it("uses the draw of the trajectory for the method that draws", async () => {
    const drawn: Calibration = { ...calibration, method: "crsvp" };
    const threads = Array.from({ length: 30 }, (_, index) =>
      thread(`t${index}`, { attribution: attributed(), head: "h" }),
    );
    const { curve } = await view(threads, [], { calibration: drawn });
    const threshold = calibrateThreshold(drawn.nonconformities, drawn);
    const shares = threads.map(({ id }) => {
      const draw = trajectoryDraw({ id: `${id}:h` });
      return predictionSet(SCORES, { ...threshold, draw }).steps.length / 4;
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(new Set(shares).size).toBeGreaterThan(1);
    expect(curve.find(({ alpha }) => alpha === 0.2)?.meanShare).toBeCloseTo(mean, 12);
  });
});

describe("the coverage measured", () => {
  it("counts recorded sets that hold the labelled step, with their interval", async () => {
    // The set is steps 1 to 3.
    const labels = ["a", "b", "c"].map((id, index) => verdictOn(id, decisive(index)));
    const { coverage } = await view(
      ["a", "b", "c", "d"].map((id) => thread(id)),
      labels,
    );
    // Clopper and Pearson's for 2 of 3, as in tables.
    expect(coverage).toEqual({
      covered: 2,
      n: 3,
      low: expect.closeTo(0.0943, 4),
      high: expect.closeTo(0.9916, 4),
      target: 0.8,
    });
  });

  it("leaves out what says nothing of this calibration", async () => {
    const threads = [
      thread("unbounded", { attribution: attributed({ status: "unbounded" }) }),
      thread("another calibration", { attribution: attributed({ n: 9 }) }),
      thread("another scorer", { attribution: attributed({ scorerFingerprint: "judge-2" }) }),
      thread("another rate", { attribution: attributed({ alpha: 0.1 }) }),
      failedThread("second attempt", [{}, { attribution: attributed() }]),
      thread("unsure"),
    ];
    const labels = threads.map(({ id }) => verdictOn(id, id === "unsure" ? unsure : decisive(1)));
    labels.push(verdictOn("second attempt", decisive(1), { attempt: 2 }));
    expect(await view(threads, labels)).not.toHaveProperty("coverage");
  });

  it("counts the sets of the latest miss rate where no calibration is given", async () => {
    const threads = [
      thread("a", { attribution: attributed({ alpha: 0.1 }) }),
      thread("b", { at: LATER, attribution: attributed({ n: 30 }) }),
    ];
    const labels = [verdictOn("a", decisive(1)), verdictOn("b", decisive(1))];
    expect((await view(threads, labels, "none")).coverage).toMatchObject({
      covered: 1,
      n: 1,
      target: 0.8,
    });
  });

  it("leaves out a label of an attempt that has another number of steps", async () => {
    const { coverage, labelled } = await view([thread("a")], [verdictOn("a", decisive(1), { steps: 5 })]);
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
    const { failed, labelled, positions } = await view(threads, labels);
    expect(positions).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 2, 0]);
    expect({ failed, labelled }).toEqual({ failed: 5, labelled: 3 });
  });

  it("takes in a labelled attempt that no verifier has judged", async () => {
    const attempts = [{ attempt: 1, kept: 0, steps: steps(4) }];
    const run = { run: "run of a", status: "not-judged", reason: "", task: "", attempts } as const;
    const unjudged = { id: "a", runs: [run] };
    expect(await view([unjudged])).toMatchObject({ failed: 0, labelled: 0 });
    expect(await view([unjudged], [verdictOn("a", decisive(1))])).toMatchObject({ failed: 1, labelled: 1 });
  });
});

describe("a warning", () => {
  it("is not given where nothing speaks against the calibration", async () => {
    expect(await codes([thread("a")], [verdictOn("a", decisive(1))])).toEqual([]);
  });

  it("says that there is no calibration", async () => {
    expect(await codes([thread("a")], [], "none")).toEqual(["NO_CALIBRATION"]);
  });

  it("says that too few labels were calibrated on, and how many it takes", async () => {
    const strict = { ...calibration, alpha: 0.1 };
    const { warnings } = await view([], [], { calibration: strict });
    expect(warnings).toMatchObject([
      { code: "TOO_SMALL", message: expect.stringMatching(/4 .* takes 9.* 5 more/) },
    ]);
    const trimmed = { ...calibration, n: 3, nonconformities: [0.5, 0.65, 0.75] };
    expect(await codes([], [], { calibration: trimmed })).toEqual(["TOO_SMALL"]);
  });

  it("says that the guarantee is approximate", async () => {
    const cross = { ...calibration, version: 2, guarantee: "approximate" } as const;
    expect(await codes([], [], { calibration: cross })).toEqual(["APPROXIMATE"]);
  });

  it("says that the latest failure was scored by another scorer, and forgets earlier ones", async () => {
    const [first, second] = ["2026-02-01T00:00:01.000Z", LATER];
    const other = (at: string) =>
      thread("other", { at, attribution: attributed({ scorerFingerprint: "judge-2" }) });
    const own = (at: string) => thread("own", { at, attribution: attributed() });
    expect(await codes([own(first), other(second)])).toEqual(["OTHER_SCORER"]);
    expect(await codes([own(second), other(first)])).toEqual([]);
  });

  it("says that the agent runs with an older calibration than the file, unless the file is newer", async () => {
    const older = thread("a", { attribution: attributed({ n: 9 }) });
    expect(await codes([older])).toEqual(["STALE"]);
    expect(await codes([older], [], { writtenAt: "2026-02-02T00:00:00.000Z" })).toEqual([]);
  });

  it("says that many labels have been added since", async () => {
    const ids = ["a", "b", "c", "d", "e"];
    const threads = ids.map((id) => thread(id));
    const labels = ids.map((id) => verdictOn(id, decisive(2)));
    const before = { writtenAt: "2026-02-20T00:00:00.000Z" };
    expect(await codes(threads, labels, before)).toEqual(["STALE"]);
    expect(await codes(threads, labels.slice(1), before)).toEqual([]);
    expect(await codes(threads, labels, { writtenAt: "2026-04-01T00:00:00.000Z" })).toEqual([]);
    // Of a calibration of 12, five are less than half.
    const nonconformities = Array.from({ length: 12 }, (_, index) => 0.5 + index / 30);
    const larger = { ...before, calibration: { ...calibration, n: 12, nonconformities } };
    const judged = ids.map((id) => thread(id, { attribution: attributed({ n: 12 }) }));
    expect(await codes(judged, labels, larger)).toEqual([]);
  });

  /** Failures labelled after a calibration on 40, whose decisive step has one of four places by the draw. */
  async function afterDrift(placeOf: (draw: number) => number, seed: number) {
    const random = seededRandom(seed);
    const places = [0.9, 0.8, 0.7, 0.6];
    const sample = Array.from({ length: 40 }, () => places[Math.floor(4 * random())] ?? 0);
    const nonconformities = sample.toSorted((a, b) => a - b);
    const grown: Calibration = { ...calibration, n: 40, nonconformities };
    const ids = Array.from({ length: 30 }, (_, index) => `t${index}`);
    const threads = ids.map((id) => thread(id, { attribution: attributed({ n: 40 }) }));
    const labels = ids.map((id) => verdictOn(id, decisive(placeOf(random()))));
    const { warnings } = await view(threads, labels, { calibration: grown });
    return warnings.filter(({ code }) => code === "DRIFT");
  }

  it("says that fresh failures are harder, or easier, than those calibrated on", async () => {
    expect((await afterDrift(() => 0, 1))[0]?.message).toMatch(/30 failures.*less suspicious/);
    expect((await afterDrift(() => 3, 1))[0]?.message).toMatch(/more suspicious/);
  });

  /** Labels of fresh failures in the order given, each at a step. */
  async function inOrder(places: readonly number[]) {
    const nonconformities = Array.from({ length: 40 }, (_, index) => 0.6 + Math.floor(index / 10) / 10);
    const grown = { calibration: { ...calibration, n: 40, nonconformities } };
    // Threads come latest first, and labels in any order.
    const ids = places.map((_, index) => `t${index}`);
    const threads = ids.map((id) => thread(id, { attribution: attributed({ n: 40 }) })).toReversed();
    return (
      await codes(
        threads,
        ids.map((id, index) => verdictOn(id, decisive(places[index] ?? 0))),
        grown,
      )
    ).includes("DRIFT");
  }

  it("speaks of drift once the odds are twenty, and not before", async () => {
    const harder = (count: number) => inOrder(Array.from({ length: count }, () => 0));
    expect(await harder(5)).toBe(false);
    expect(await harder(15)).toBe(true);
  });

  it("goes on speaking of drift when later labels look well", async () => {
    const [harder, like] = [
      Array.from({ length: 10 }, () => 0),
      Array.from({ length: 20 }, (_, index) => index % 4),
    ];
    expect(await inOrder([...harder, ...like])).toBe(true);
    expect(await inOrder([...like, ...harder])).toBe(false);
  });

  it("speaks of drift in no more than one of twenty calibrations that hold", async () => {
    let wrong = 0;
    for (let seed = 0; seed < 80; seed += 1)
      wrong += (await afterDrift((draw) => Math.floor(4 * draw), seed)).length;
    // Three standard deviations above 4.
    expect(wrong).toBeLessThanOrEqual(9);
  });

  it("does not take failures that calibrated for fresh ones", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `t${index}`);
    const threads = ids.map((id) => thread(id, { attribution: attributed({ n: 3 }) }));
    const labels = ids.map((id) => verdictOn(id, decisive(0)));
    expect(await codes(threads, labels, { writtenAt: "2026-04-01T00:00:00.000Z" })).toEqual([]);
  });
});
