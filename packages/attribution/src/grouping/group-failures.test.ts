import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";

import type { FailureCase } from "./failure-case.ts";
import { FIRST_WORLD } from "./fixtures/first-world.ts";
import { measureGroups } from "./fixtures/measure-groups.ts";
import { plantedFailures } from "./fixtures/planted-failures.ts";
import { SECOND_WORLD } from "./fixtures/second-world.ts";
import { THIRD_WORLD } from "./fixtures/third-world.ts";
import { groupFailures } from "./group-failures.ts";

const EVEN = { a: { suspicion: 0.5, steps: 0.5 }, b: { suspicion: 0.5, steps: 0.5 } };
const AT_A = { a: { suspicion: 0.9, steps: 0.5 }, b: { suspicion: 0.1, steps: 0.5 } };
const AT_B = { a: { suspicion: 0.1, steps: 0.5 }, b: { suspicion: 0.9, steps: 0.5 } };
let made = 0;
const failed = (reason: string, places: FailureCase["places"] = EVEN, error?: string): FailureCase => ({
  id: `run ${(made += 1)}`,
  at: new Date(Date.UTC(2026, 0, 1) + made * 60_000).toISOString(),
  reason,
  places,
  ...(error === undefined ? {} : { error }),
});
const many = (reason: string, places: FailureCase["places"], error?: string): readonly FailureCase[] =>
  Array.from({ length: 30 }, () => failed(reason, places, error));
const sizes = (cases: readonly FailureCase[]): readonly number[] =>
  groupFailures(cases).map(({ members }) => members.length);

describe("groupFailures", () => {
  it("joins reasons that differ by numbers, ids, quotations, names and addresses", () => {
    expect(
      sizes([
        failed('Order 17 of Ada Moreau was refunded 20.50, see "receipt".'),
        failed('Order 9f2c-1 of Chen Wei was refunded 3, see "the other one".'),
        failed("Could not open https://a.example/x?page=1 in time."),
        failed("Could not open /var/tmp/y.html in time."),
      ]),
    ).toEqual([2, 2]);
  });

  it("joins different words whose runs suspect the same place", () => {
    expect(sizes([...many("Too much was paid.", AT_A), ...many("The ledger is off.", AT_A)])).toEqual([60]);
    expect(sizes([...many("Too much was paid.", AT_A), ...many("The ledger is off.", AT_B)])).toEqual([
      30, 30,
    ]);
  });

  it("does not join by suspicion that tells nothing, nor by that of few runs", () => {
    expect(sizes([...many("Too much was paid.", EVEN), ...many("The ledger is off.", EVEN)])).toEqual([
      30, 30,
    ]);
    expect(sizes([failed("Too much was paid.", AT_A), failed("The ledger is off.", AT_A)])).toEqual([1, 1]);
  });

  it("keeps exceptions of different names apart, and joins them with rejections at the same place", () => {
    const [timeouts, refusals] = [
      many("No answer came.", AT_A, "TimeoutError"),
      many("Wrong key.", AT_A, "AuthError"),
    ];
    expect(sizes([...timeouts, ...refusals])).toEqual([30, 30]);
    expect(sizes([...timeouts, ...many("Sources are missing.", AT_A)])).toEqual([60]);
  });

  it("shares out a wording that two kinds use, by what each run suspects", () => {
    const [group, other] = groupFailures([
      ...many("Too much was paid.", AT_A),
      ...many("The ledger is off.", AT_A),
      ...many("Wrong clause.", AT_B),
      ...many("The window was ignored.", AT_B),
      ...many("The answer is wrong.", AT_A),
      ...many("The answer is wrong.", AT_B),
    ]);
    expect([group?.members.length, other?.members.length]).toEqual([90, 90]);
    expect(group?.places).toEqual([
      { place: "a", share: expect.closeTo(0.9) },
      { place: "b", share: expect.closeTo(0.1) },
    ]);
  });

  it("tells wordings, most frequent first, and exceptions", () => {
    const [group] = groupFailures([
      failed("Call 1 failed.", AT_A, "TimeoutError"),
      failed("Call 2 failed.", AT_A, "TimeoutError"),
    ]);
    expect(group?.wordings).toEqual([{ reason: "Call 1 failed.", count: 2 }]);
    expect(group?.errors).toEqual([{ name: "TimeoutError", count: 2 }]);
  });

  it("groups reasons without words, and none", () => {
    expect(sizes([failed(""), failed("?!"), failed("  ")])).toEqual([3]);
    expect(groupFailures([])).toEqual([]);
  });

  it("groups thousands of reasons that share common words alone", () => {
    const cases = Array.from({ length: 3000 }, (_, at) =>
      failed(`the of and a ${letters(at)} ${letters(at + 9000)}`),
    );
    expect(groupFailures(cases).length).toBeGreaterThan(1400);
  });

  it("gives the same groups whatever the order of the runs", () => {
    const cases = plantedFailures(FIRST_WORLD, 300, 5).map(({ failure }) => failure);
    const expected = groupFailures(cases);
    fc.assert(
      fc.property(fc.shuffledSubarray(cases, { minLength: cases.length }), (shuffled) => {
        expect(groupFailures(shuffled)).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });

  it("takes each run into one group, and names each group by its earliest run, whatever the texts are", () => {
    const anyCase = fc.record({
      reason: fc.oneof(fc.string(), fc.constantFrom("a b c", "a b d", "__proto__", '"', "x/y")),
      at: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
      places: fc.constantFrom(EVEN, AT_A, AT_B, {}),
    });
    fc.assert(
      fc.property(fc.array(anyCase, { maxLength: 30 }), (drawn) => {
        const cases = drawn.map((each, at) => ({ ...each, id: `run ${at}` }));
        const groups = groupFailures(cases);
        expect(groups.flatMap(({ members }) => members).toSorted()).toEqual(
          cases.map(({ id }) => id).toSorted(),
        );
        expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
      }),
    );
  });

  it("keeps a group's id when later runs come", () => {
    const cases = plantedFailures(FIRST_WORLD, 2000, 6).map(({ failure }) => failure);
    const before = groupFailures(cases.slice(0, 1000));
    const after = new Map(groupFailures(cases).map((group) => [group.members[0], group.id]));
    const shared = before.filter(({ members: [first] }) => after.has(first));
    expect(shared.length).toBeGreaterThan(0);
    for (const { id, members } of shared) expect(after.get(members[0])).toBe(id);
  });
});

/** A number as a word. */
const letters = (number: number): string =>
  Array.from(String(number), (digit) => "abcdefghij".charAt(Number(digit))).join("");

describe("groups of 2,000 simulated failures of three agents", () => {
  it.each([
    ["first", FIRST_WORLD, [1, 2, 3]],
    ["second", SECOND_WORLD, [101, 102, 103]],
    ["third, which nothing was fitted to", THIRD_WORLD, [201, 202, 203, 204, 205]],
  ])("hold pairs of one kind and few of two, in the %s world", (name, world, all) => {
    for (const seed of inject("allRounds") ? all : all.slice(0, 1)) {
      const { mixed, together, topRight } = measureGroups(world, 2000, seed);
      process.stderr.write(
        `simulated, ${name} world, seed ${seed}: pairs of one kind together ${together.toFixed(3)}, of two kinds ${mixed.toFixed(3)}; most suspected step right ${topRight.toFixed(3)}
`,
      );
      expect(together).toBeGreaterThanOrEqual(0.8);
      expect(mixed).toBeLessThanOrEqual(0.1);
    }
  });
});
