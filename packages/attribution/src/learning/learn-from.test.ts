import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import { FEATURE_SET } from "../features/feature-set.ts";
import {
  coldState,
  evidenceIn,
  evidenceRows,
  learnFrom,
  learningStateIn,
  type LearningState,
} from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";
import type { EvidenceEntry, ReplayEntry, RunEntry } from "./learning-entry.ts";

const OPTIONS = {
  alpha: 0.2,
  audit: 0.1,
  history: { firstAttempts: [], redos: [] },
  seed: 1,
  at: "2027-01-01T00:00:00.000Z",
};

const timeOf = (nth: number): string => new Date(Date.UTC(2026, 0, 1) + nth * 60_000).toISOString();

interface World {
  readonly count: number;
  readonly seed: number;
  /** Whether starts that reach back to the mistake are the ones that are rejected. */
  readonly isReversed?: boolean;
  readonly learntBy?: string;
  readonly from?: number;
}

/** Failed runs whose first retries begin at drawn steps; the others restart. */
function runsIn({
  count,
  from = 0,
  isReversed = false,
  learntBy = "cold",
  seed,
}: World): readonly RunEntry[] {
  const random = seededRandom(seed);
  return sampleTrajectories(count, seed).map((trajectory, at): RunEntry => {
    const start = Math.floor(random() * trajectory.steps.length);
    const reaches = trajectory.label.decisiveStep >= start !== isReversed;
    const isAccepted = random() < (reaches ? 0.9 : 0.02);
    return {
      kind: "run",
      format: 1,
      agent: "a",
      run: `run ${from + at}`,
      at: timeOf(from + at),
      learntBy,
      procedure: "p",
      maxRollbacks: 3,
      audited: true,
      recoveredBy: isAccepted ? 1 : 2,
      passed: 1,
      featureSet: FEATURE_SET,
      attempts: [
        {
          ...evidenceRows({
            trajectory: { ...trajectory, id: `attempt ${from + at}` },
            tried: [{ start, kind: "retry", status: isAccepted ? "accepted" : "rejected" }],
          }),
          executed: trajectory.steps.length,
        },
      ],
    };
  });
}

const learnt = (state: LearningState, entries: readonly EvidenceEntry[], options = {}) =>
  learnFrom(state, entries, { ...OPTIONS, ...options });

async function versionFrom(runs: readonly EvidenceEntry[], options = {}): Promise<LearningState> {
  const state = await learnt(coldState("a"), runs, options);
  if (state?.change !== "version") throw new Error(`Expected a version, got ${state?.reason}`);
  return state;
}

describe("learnFrom", () => {
  const runs = runsIn({ count: 40, seed: 1 });
  /** Made once: a fit takes longer than all else here. */
  let made: Promise<LearningState> | undefined;
  const fromRuns = (): Promise<LearningState> => (made ??= versionFrom(runs));

  it("learns nothing from few failed runs", async () => {
    expect(await learnt(coldState("a"), runs.slice(0, 3))).toBeUndefined();
  });

  it("makes a version of what retries tell, and says how it compares", async () => {
    const { failures, reason, version } = await fromRuns();
    expect(failures).toBe(40);
    expect(version).toMatchObject({ cap: "lifted", failures: 40, explore: 1, model: { kind: "logit" } });
    expect(version.comparison?.attempts).toBe(40);
    expect(version.comparison?.gain).toBeGreaterThan(0);
    expect(reason).toContain("does no worse");
  });

  it("gives the same version for the same evidence, to the bit", async () => {
    expect(await versionFrom(runs)).toEqual(await fromRuns());
    expect((await versionFrom(runs, { seed: 2 })).version.id).not.toBe((await fromRuns()).version.id);
  });

  it("counts a run once that two processes have added", async () => {
    const { version } = await versionFrom([...runs, ...runs]);
    expect(version).toEqual((await fromRuns()).version);
  });

  it("makes the next version after half as many failed runs again, whatever became of them", async () => {
    const state = await versionFrom(runs.slice(0, 26));
    expect((await learnt(state, runs.slice(0, 38)))?.change).not.toBe("version");
    expect(["version", "refused"]).toContain((await learnt(state, runs))?.change);
  });

  it("refuses a version that does worse on the runs since the last one, and keeps what is in force", async () => {
    const at = timeOf(-1);
    const strong = await versionFrom(runsIn({ count: 60, seed: 7, from: -200 }), { at });
    // All but a few of the runs that it was fitted to are lost.
    const next = await learnt({ ...strong, failures: 20 }, runs);
    expect(next).toMatchObject({ change: "refused", version: strong.version, failures: 40 });
    expect(next?.reason).toContain("does worse than the one in use on 40 recorded attempts (-0.");
  });

  it("explores less with more failed runs, but never less than is audited", async () => {
    // Those that tried nothing count, and are quick to fit to.
    const many = runsIn({ count: 200, seed: 4 }).map((run, at) =>
      at < 25 ? run : { ...run, attempts: run.attempts.map((attempt) => ({ ...attempt, tried: [] })) },
    );
    const few = { ...coldState("a"), failures: 130 };
    const state = await learnt(few, many);
    expect(state?.version.explore).toBeCloseTo(Math.sqrt(100 / 200), 12);
    expect((await learnt(few, many, { audit: 0.8 }))?.version.explore).toBe(0.8);
  });

  it("refuses to learn where only restarts were tried", async () => {
    const restarts = runs.map((run) => ({
      ...run,
      attempts: run.attempts.map((attempt) => ({ ...attempt, tried: [] })),
    }));
    expect(await learnt(coldState("a"), restarts)).toMatchObject({
      change: "refused",
      version: { id: "cold" },
      failures: 40,
    });
  });

  it("leaves out numbers of other features", async () => {
    const other = runs.map((run) => ({ ...run, featureSet: "0" }));
    expect((await learnt(coldState("a"), other))?.change).toBe("refused");
  });

  it("caps the start by labels by replay that the scorer was not fitted to", async () => {
    const replays = runs.flatMap(({ attempts: [first] }, at): ReplayEntry[] => {
      if (first === undefined) return [];
      const isRecovered = at % 6 > 0;
      return [
        {
          kind: "replays",
          format: 1,
          agent: "a",
          at: timeOf(at),
          attempt: first.id,
          tried: [{ start: 0, kind: "replay", status: isRecovered ? "accepted" : "rejected" }],
          ...(isRecovered ? { lastStart: 0 } : {}),
          executed: 3,
        },
      ];
    });
    const { version } = await versionFrom([...runs, ...replays], { cap: 0.2 });
    expect(version.cap).toBe("last-recovering-start");
    expect(version.calibration).toMatchObject({ convention: "last-recovering-start", n: 19 });
    expect(version.model?.learntFrom.failures).toBe(21);
    expect(version.calibration?.misses?.length).toBeGreaterThan(0);
    expect((await versionFrom(runs.slice(0, 25), { cap: 0.2 })).version.cap).toBe("lifted");
  });
});

describe("the promise of a version", () => {
  const state: LearningState = { ...coldState("a"), failures: 1000 };
  const runs = runsIn({ count: 40, seed: 1 });

  it("needs as many runs as alpha asks, and is counted anew with half as many again", async () => {
    expect(await learnt(state, runs.slice(0, 3))).toBeUndefined();
    const first = await learnt(state, runs.slice(0, 4));
    expect(first).toMatchObject({ change: "promise", promise: { n: 4, procedure: "p", maxRollbacks: 3 } });
    if (first === undefined) throw new Error("Expected a promise.");
    expect(await learnt(first, runs.slice(0, 5))).toBeUndefined();
    expect((await learnt(first, runs.slice(0, 6)))?.promise?.n).toBe(6);
  });

  it("counts audited runs under this version and procedure alone", async () => {
    const mixed = runs.map((run, at) => ({
      ...run,
      ...(at % 4 === 1 ? { audited: false } : {}),
      ...(at % 4 === 2 ? { learntBy: "another" } : {}),
      ...(at % 4 === 3 && at < 39 ? { procedure: "before" } : {}),
    }));
    expect((await learnt(state, mixed))?.promise).toMatchObject({ n: 11, procedure: "p" });
  });

  it("is void once more runs miss it than it allows, and what was learnt with it", async () => {
    const promised = { within: 1, alpha: 0.2 };
    const kept = runs.slice(0, 20).map((run) => ({ ...run, promised, recoveredBy: 1 }));
    const missed = runsIn({ count: 20, seed: 5, from: 20 }).map((run) => ({
      ...run,
      promised,
      recoveredBy: 3,
    }));
    const before = { ...state, version: { ...state.version, id: "v" } };
    const under = (entries: readonly RunEntry[]) => entries.map((run) => ({ ...run, learntBy: "v" }));
    expect((await learnt(before, under(kept)))?.change).toBe("promise");
    const after = await learnt(before, under([...kept, ...missed]));
    expect(after).toMatchObject({ change: "drift", failures: 0, since: timeOf(19), version: { explore: 1 } });
    expect(after?.version.model).toBeUndefined();
    expect(after?.promise).toBeUndefined();
    expect(after?.version.id).not.toBe("cold");
    if (after === undefined) throw new Error("Expected a drift.");
    // The runs after the change are enough to begin again.
    const next = await learnt(after, under([...kept, ...missed]));
    expect(next?.failures).toBe(20);
  });

  it("is void, too, once more runs are lost than are tolerated and than versions before have lost", async () => {
    const before = { ...state, version: { ...state.version, id: "v" } };
    const lost = (run: RunEntry): RunEntry => ({ ...run, recoveredBy: 4 });
    const earlier = (share: number) => runs.map((run, at) => (at % 10 < 10 * share ? lost(run) : run));
    const later = runsIn({ count: 24, from: 40, learntBy: "v", seed: 5 }).map((run, at) =>
      at < 4 ? run : lost(run),
    );
    const after = await learnt(before, [...earlier(0.1), ...later]);
    // Nothing was promised of any of them.
    expect(after).toMatchObject({ change: "drift", since: timeOf(43) });
    expect(after?.reason).toContain("Under the versions before it were fewer.");
    expect((await learnt(before, [...earlier(0.9), ...later]))?.change).toBe("promise");
    expect((await learnt(before, later))?.change).toBe("promise");
  });
});

describe("entries", () => {
  it("are read back from JSON, and hold no text of a run", async () => {
    const runs = runsIn({ count: 20, seed: 1 });
    const [run] = runs;
    expect(evidenceIn(JSON.parse(JSON.stringify(run)))).toEqual(run);
    expect(JSON.stringify(run?.attempts)).not.toMatch(/[A-Za-z]{3,} [A-Za-z]{3,}/);
    const surprise = { surpriseMean: 0.1, surpriseMost: 1, surpriseShare: 0, surpriseArguments: 0 };
    const unsure = {
      ...run,
      attempts: run?.attempts.map((each) => ({ ...each, surprises: each.rows.map(() => surprise) })),
    };
    expect(evidenceIn(JSON.parse(JSON.stringify(unsure)))).toEqual(unsure);
    const state = await versionFrom(runs);
    expect(learningStateIn(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it("are none where something is damaged", () => {
    const [run] = runsIn({ count: 1, seed: 1 });
    expect(evidenceIn({ ...run, format: 2 })).toBeUndefined();
    expect(evidenceIn({ ...run, attempts: [{ id: "a", rows: [], tried: [], executed: 1 }] })).toBeUndefined();
    expect(evidenceIn({ ...run, at: "yesterday" })).toBeUndefined();
    expect(learningStateIn({ ...coldState("a"), version: {} })).toBeUndefined();
    expect(evidenceIn(undefined)).toBeUndefined();
  });
});
