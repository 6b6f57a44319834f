import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  auditLabel,
  conformalQuantile,
  isAudited,
  nextProbe,
  rangeNonconformity,
  recordProbe,
  seededRandom,
  startAudit,
} from "./index.ts";
import type { Audit } from "./audit.ts";
import type { AuditOptions } from "./audit.ts";

/** Probes until the audit is over. */
function run(length: number, succeeds: (start: number) => boolean, options?: AuditOptions): Audit {
  let audit = startAudit(length, options);
  for (let start = nextProbe(audit); start !== undefined; start = nextProbe(audit)) {
    audit = recordProbe(audit, succeeds(start));
  }
  return audit;
}

const lengthAndStep = fc
  .integer({ min: 1, max: 2000 })
  .chain((length) => fc.tuple(fc.constant(length), fc.nat({ max: length - 1 })));

describe("an audit by rewinding", () => {
  it("finds the decisive step in at most ceil(log2 l) attempts", () => {
    fc.assert(
      fc.property(lengthAndStep, ([length, decisive]) => {
        const label = auditLabel(run(length, (start) => start <= decisive));
        expect(label).toMatchObject({ status: "found", range: { start: decisive, end: decisive } });
        expect(label.attempts).toBeLessThanOrEqual(Math.ceil(Math.log2(length)));
      }),
    );
  });

  it("finds it as well with repeated, confirming and production's own attempts", () => {
    const options = fc.record({
      patience: fc.integer({ min: 1, max: 3 }),
      confirm: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(lengthAndStep, options, fc.nat(), ([length, decisive], settings, before) => {
        const start = before % length;
        let audit = recordProbe(startAudit(length, settings), start <= decisive, start);
        for (let next = nextProbe(audit); next !== undefined; next = nextProbe(audit)) {
          audit = recordProbe(audit, next <= decisive);
        }
        expect(auditLabel(audit)).toMatchObject({
          status: "found",
          range: { start: decisive, end: decisive },
        });
        const bisecting = 1 + settings.patience * Math.ceil(Math.log2(length));
        expect(audit.probes.length).toBeLessThanOrEqual(bisecting + settings.confirm);
      }),
    );
  });

  it("ends with an interval that holds the decisive step when the budget is spent", () => {
    fc.assert(
      fc.property(lengthAndStep, fc.nat({ max: 12 }), ([length, decisive], budget) => {
        const { range, status, attempts } = auditLabel(run(length, (start) => start <= decisive, { budget }));
        expect(range.start).toBeLessThanOrEqual(decisive);
        expect(range.end).toBeGreaterThanOrEqual(decisive);
        expect(range.end - range.start + 1).toBeLessThanOrEqual(Math.ceil(length / 2 ** budget));
        expect(attempts).toBeLessThanOrEqual(budget);
        expect(status).toBe(range.start === range.end ? "found" : "open");
      }),
    );
  });

  it("notices any oracle that is not monotone once every start is confirmed", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (answers) => {
        const lastYes = answers.lastIndexOf(true);
        const monotone = lastYes >= 0 && answers.slice(0, lastYes).every(Boolean);
        const { status } = auditLabel(
          run(answers.length, (start) => answers[start] ?? false, { confirm: answers.length }),
        );
        expect(status).toBe(monotone ? "found" : "contradicted");
      }),
    );
  });

  it("notices answers exactly when no step explains them, and then claims nothing", () => {
    const probes = fc
      .integer({ min: 1, max: 12 })
      .chain((length) =>
        fc.tuple(
          fc.constant(length),
          fc.array(fc.tuple(fc.nat({ max: length - 1 }), fc.boolean()), { maxLength: 12 }),
        ),
      );
    fc.assert(
      fc.property(probes, ([length, answers]) => {
        const audit = answers.reduce(
          (state, [start, succeeded]) => recordProbe(state, succeeded, start),
          startAudit(length),
        );
        const explains = Array.from({ length }, (_, step) => step).filter((step) =>
          answers.every(([start, succeeded]) => succeeded === start <= step),
        );
        const { status, range } = auditLabel(audit);
        if (explains.length > 0) expect(range).toEqual({ start: explains[0], end: explains.at(-1) });
        else
          expect({ status, range }).toEqual({ status: "contradicted", range: { start: 0, end: length - 1 } });
      }),
    );
  });

  it("notices most coin-flipping oracles by a few confirming attempts, and none without", () => {
    const random = seededRandom(41);
    const noticed = (confirm: number) => {
      const labels = Array.from({ length: 500 }, () =>
        auditLabel(run(20, (start) => start <= 9 !== random() < 0.3, { confirm })),
      );
      return labels.filter(({ status }) => status === "contradicted").length / 500;
    };
    expect(noticed(0)).toBe(0);
    expect(noticed(6)).toBeGreaterThan(0.8);
  });

  it("labels rightly with patience where right rewinds fail 3 times in 10", () => {
    const random = seededRandom(42);
    const rightly = (patience: number) => {
      const audits = Array.from({ length: 1000 }, (_, index) => {
        const decisive = index % 20;
        const label = auditLabel(run(20, (start) => start <= decisive && random() > 0.3, { patience }));
        return label.status === "found" && label.range.start === decisive;
      });
      return audits.filter(Boolean).length / 1000;
    };
    expect(rightly(1)).toBeLessThan(0.6);
    expect(rightly(4)).toBeGreaterThan(0.96);
  });

  it("says what it found, in words", () => {
    expect(auditLabel(startAudit(1))).toMatchObject({
      status: "found",
      reason: "Step 0 is decisive, by 0 attempts.",
    });
    expect(auditLabel(startAudit(8)).reason).toBe("The decisive step is one of 0 to 7, by 0 attempts.");
    expect(auditLabel(recordProbe(startAudit(8), false, 0)).reason).toContain("even a restart failed");
    const torn = recordProbe(recordProbe(startAudit(8), false, 3), true, 5);
    expect(nextProbe(torn)).toBeUndefined();
    expect(auditLabel(torn).reason).toBe(
      "No step explains 2 attempts: a start at 5 succeeded and one at 3 failed, so some answer is wrong.",
    );
  });

  it("leaves the audit before as it was", () => {
    const before = startAudit(8);
    expect(recordProbe(before, true).probes).toEqual([{ start: 4, succeeded: true }]);
    expect(before.probes).toEqual([]);
  });

  it("refuses lengths and starts that are none", () => {
    expect(() => startAudit(0)).toThrow(
      new RangeError("Expected `length` to be a whole number >= 1, got 0."),
    );
    expect(() => startAudit(3, { patience: 0 })).toThrow("Expected `patience`");
    expect(() => startAudit(3, { budget: -1 })).toThrow("Expected `budget`");
    expect(() => startAudit(3, { confirm: 0.5 })).toThrow("Expected `confirm`");
    expect(() => recordProbe(startAudit(3), true, 3)).toThrow("Expected `start` in [0, 2], got 3.");
    expect(() => recordProbe(startAudit(1), true)).toThrow("since the audit is over after 0 attempts.");
    expect(() => rangeNonconformity([1, 2], { start: 1, end: 2 })).toThrow(
      "Expected a range in [0, 1], got 1 to 2.",
    );
  });
});

describe("the coin of an audit plan", () => {
  it("falls for its share of the runs", () => {
    const plan = { probability: 0.1, seed: 9 };
    const audited = Array.from({ length: 20_000 }, (_, runNumber) => isAudited(plan, runNumber));
    expect(Math.abs(audited.filter(Boolean).length / 20_000 - 0.1)).toBeLessThan(
      4 * Math.sqrt(0.09 / 20_000),
    );
    const pairs = audited.filter((yes, index) => yes && audited[index + 1]).length;
    expect(Math.abs(pairs / 20_000 - 0.01)).toBeLessThan(4 * Math.sqrt(0.01 / 20_000));
  });

  it("depends on seed and run number alone", () => {
    const series = (seed: number) =>
      Array.from({ length: 64 }, (_, runNumber) => isAudited({ probability: 0.5, seed }, runNumber));
    expect(series(1)).toEqual(series(1));
    expect(series(1)).not.toEqual(series(2));
    expect(isAudited({ probability: 0, seed: 1 }, 0)).toBe(false);
    expect(isAudited({ probability: 1, seed: 1 }, 0)).toBe(true);
  });

  it("refuses a probability or number that is none", () => {
    expect(() => isAudited({ probability: 1.1, seed: 1 }, 0)).toThrow(
      "Expected `probability` in [0, 1], got 1.1.",
    );
    expect(() => isAudited({ probability: 0.1, seed: 1 }, -1)).toThrow("Expected `runNumber`");
  });
});

describe("learning from production", () => {
  const ALPHA = 0.2;
  const N = 400;
  const TRIALS = 60;

  /** Failed runs with the nonconformity of their decisive step; a rollback succeeds when its set holds it. */
  function coverageAfter(
    rounds: number,
    learnsFrom: (score: number, threshold: number, run: number) => boolean,
  ) {
    const random = seededRandom(51);
    const coverages = Array.from({ length: TRIALS }, () => {
      let runNumber = 0;
      let threshold = conformalQuantile(Array.from({ length: N }, random), ALPHA);
      for (let round = 0; round < rounds; round += 1) {
        const learnt: number[] = [];
        while (learnt.length < N) {
          const score = random();
          if (learnsFrom(score, threshold, runNumber)) learnt.push(score);
          runNumber += 1;
        }
        threshold = conformalQuantile(learnt, ALPHA);
      }
      // Scores are uniform, so that the threshold is the coverage.
      return threshold;
    });
    return coverages.reduce((a, b) => a + b, 0) / TRIALS;
  }

  it("from successes only loses the promise: 0.8, then 0.64, then 0.51", () => {
    const successesOnly = (score: number, threshold: number) => score <= threshold;
    expect(coverageAfter(0, successesOnly)).toBeCloseTo(0.8, 1);
    expect(coverageAfter(1, successesOnly)).toBeCloseTo(0.64, 1);
    expect(coverageAfter(2, successesOnly)).toBeCloseTo(0.512, 1);
  });

  it("from audits by the coin keeps it", () => {
    const plan = { probability: 0.2, seed: 3 };
    const audited = (_score: number, _threshold: number, runNumber: number) => isAudited(plan, runNumber);
    expect(Math.abs(coverageAfter(2, audited) - 0.8)).toBeLessThan(0.01);
  });

  it("from audits that ended with an interval keeps it too, at larger sets", () => {
    const random = seededRandom(52);
    let hits = 0;
    for (let trial = 0; trial < 1000; trial += 1) {
      const draws = Array.from({ length: 20 }, () => {
        const length = 4 + Math.floor(12 * random());
        const decisive = Math.floor(length * random());
        const scores = Array.from({ length }, (_, step) => length - step + random());
        return {
          scores,
          decisive,
          label: auditLabel(run(length, (start) => start <= decisive, { budget: 2 })),
        };
      });
      const [fresh, ...calibration] = draws;
      const threshold = conformalQuantile(
        calibration.map(({ scores, label }) => rangeNonconformity(scores, label.range)),
        ALPHA,
      );
      if ((fresh?.scores[fresh.decisive] ?? Infinity) <= threshold) hits += 1;
    }
    expect(hits / 1000).toBeGreaterThan(1 - ALPHA - 0.01);
  });
});
