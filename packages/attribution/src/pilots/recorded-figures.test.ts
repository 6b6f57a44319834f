import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { accepted, made, planned, right, runs, wrong } from "../fixtures/recorded-runs.ts";
import { type JudgedRun, recordedPilot } from "../index.ts";

const onlyOf = (...given: readonly (readonly JudgedRun[])[]) => recordedPilot(given.flat()).verifiers[0];

describe("figures of recorded runs", () => {
  it("say how often the verifier rejects, and what a rollback costs beside a restart", () => {
    const figures = onlyOf(
      runs(6),
      runs(2, planned),
      runs(1, made({ steps: 3, restart: 12, passed: false })),
      runs(1, { ended: "rejected" }),
    )?.figures;
    expect(figures).toMatchObject({
      runs: 10,
      steps: 100,
      rejected: {
        count: 4,
        of: 10,
        interval: { lower: expect.closeTo(0.122, 3), upper: expect.closeTo(0.738, 3) },
      },
      planned: { runs: { count: 2, of: 10 }, steps: 8, restart: 20, share: { mean: 0.4 }, tokens: null },
      made: { runs: { count: 1, of: 10 }, steps: 3, restart: 12, share: { mean: 0.25 } },
      leftAlone: 1,
      passed: { count: 0, of: 1 },
    });
  });

  it("count tokens of those runs alone that have them", () => {
    const redone = { kind: "planned", steps: 4, restart: 10, tokens: { redone: 30, restart: 90 } } as const;
    const figures = onlyOf(runs(2, { ...planned, redone }), runs(1, planned))?.figures;
    expect(figures?.planned.tokens).toEqual({ runs: 2, redone: 60, restart: 180 });
  });

  it("say how often the verifier is wrong about labelled runs", () => {
    const figures = onlyOf(
      runs(7, right),
      runs(1, { ...planned, ...right }),
      runs(2, wrong),
      runs(3, { ...planned, ...wrong }),
      runs(4),
    )?.figures;
    expect(figures).toMatchObject({ falseRejections: { count: 1, of: 8 }, misses: { count: 2, of: 5 } });
  });

  it("say what was recovered and spoilt of runs labelled before and after a rollback, of no others", () => {
    const figures = onlyOf(
      runs(3, { ...made({ right: true }), ...wrong }),
      runs(1, { ...made({ right: false }), ...wrong }),
      runs(1, { ...made({ right: false }), ...right }),
      runs(2, { ...made({}), ...right }),
      runs(5, made({ right: true })),
      runs(2, { ...planned, ...wrong }),
    )?.figures;
    expect(figures).toMatchObject({
      recovered: { count: 3, of: 4 },
      spoilt: { count: 1, of: 1 },
      returnedToLabel: 2,
      passed: { count: 12, of: 12 },
    });
  });

  it("say how many wrong results were accepted, at first and after a failure, of labelled ones alone", () => {
    const figures = onlyOf(
      runs(9, right),
      runs(1, wrong),
      runs(3, { ...made({ right: true }), ...wrong }),
      runs(1, { ...made({ right: false }), ...wrong }),
      // Returned unaccepted: it is no wrong result accepted, and none that was delivered.
      runs(2, { ...made({ right: false, passed: false }), ...wrong }),
      runs(4, made({})),
      runs(5),
    )?.figures;
    expect(figures).toMatchObject({
      wrongAccepted: { count: 1, of: 6 },
      wrongDelivered: { count: 2, of: 14 },
    });
  });

  it("keep verifiers apart, the one in use last, and exceptions apart from them", () => {
    const { advice, exceptions, verifiers } = recordedPilot([
      ...runs(2, { verifier: "judge-2", at: "2026-11-23T12:00:00.000Z" }),
      ...runs(3),
      ...runs(1, { ...planned, ended: "exception" }),
    ]);
    expect(verifiers.map(({ figures, verifier }) => [verifier, figures.runs])).toEqual([
      ["judge-1", 3],
      ["judge-2", 2],
    ]);
    expect(exceptions).toMatchObject({ runs: 1, planned: { runs: { count: 1 } } });
    expect(advice).toEqual(verifiers[1]?.advice);
    const { verifier: _, ...nameless } = accepted;
    expect(recordedPilot([nameless]).verifiers[0]?.verifier).toBeNull();
  });

  it("add up, whatever was recorded, in whatever order", () => {
    const anyRun = fc.record(
      {
        ended: fc.constantFrom("accepted", "rejected", "exception"),
        verifier: fc.constantFrom("judge-1", "judge-2"),
        score: fc.double({ min: 0, max: 1, noNaN: true }),
        draw: fc.double({ min: 0, max: 0.999, noNaN: true }),
        at: fc.constantFrom(accepted.at, "2026-11-23T11:00:00.000Z"),
        steps: fc.nat(20),
        redone: fc
          .record({
            kind: fc.constantFrom("planned", "made"),
            steps: fc.nat(20),
            more: fc.nat(20),
            passed: fc.boolean(),
            right: fc.boolean(),
          })
          .map(({ more, ...rest }) => ({ ...rest, restart: rest.steps + more })),
        label: fc.record({ right: fc.boolean(), at: fc.constant(accepted.at) }),
      },
      { requiredKeys: ["ended", "draw", "at", "steps"] },
    );
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 60 }), (given) => {
        const { advice, exceptions, verifiers } = recordedPilot(given);
        const parts = [
          ...verifiers.map(({ figures }) => figures),
          ...(exceptions === null ? [] : [exceptions]),
        ];
        const total = (of: (figures: (typeof parts)[number]) => number) =>
          parts.reduce((sum, figures) => sum + of(figures), 0);
        expect(total(({ runs: n }) => n)).toBe(given.length);
        expect(total(({ falseRejections, misses }) => falseRejections.of + misses.of)).toBe(
          given.filter(({ label }) => label !== undefined).length,
        );
        for (const { made: was, planned: would, runs: n, steps } of parts) {
          expect(steps).toBeGreaterThanOrEqual(0);
          for (const { restart, share, steps: redone } of [was, would]) {
            expect(redone).toBeLessThanOrEqual(restart);
            if (share !== null) expect(share.mean).toBeLessThanOrEqual(1 + 1e-12);
          }
          expect(was.runs.count + would.runs.count).toBeLessThanOrEqual(n);
        }
        expect(advice.sentence).toMatch(/^[A-Z][^\n]*\.$/);
        expect(recordedPilot(given.toReversed()).exceptions).toEqual(
          exceptions && { ...exceptions, planned: expect.anything(), made: expect.anything() },
        );
      }),
    );
  });
});
