import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { fairTens } from "./fair-tens.ts";

/** A failure that is like those of the same kind alone. */
const failure = (kind: number, place: number) => ({
  place,
  kind,
  traits: { verdict: new Set([`kind ${kind}`]), path: new Set<string>() },
});
const ofKinds = (...kinds: readonly number[]) => kinds.map(failure);
const kindsOf = (failures: readonly { readonly kind: number }[]) => failures.map(({ kind }) => kind);

describe("fairTens", () => {
  it("puts alike failures side by side, the group of the first one first", () => {
    const { alike, placed } = fairTens(ofKinds(2, 1, 2, 3, 1, 2));
    expect(kindsOf(placed.map(({ attempt }) => attempt))).toEqual([2, 2, 2, 1, 1, 3]);
    expect(alike.map(kindsOf)).toEqual([
      [2, 2, 2],
      [1, 1],
    ]);
  });

  it("names no group where all of a ten are alike, or none", () => {
    expect(fairTens(ofKinds(1, 1, 1)).alike).toEqual([]);
    expect(fairTens(ofKinds(1, 2, 3)).alike).toEqual([]);
  });

  it("changes nothing about which failures make up a ten", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 40, size: "max" }), (kinds) => {
        const { alike, placed } = fairTens(ofKinds(...kinds));
        expect(placed).toHaveLength(kinds.length);
        for (const { attempt, ten } of placed) expect(Math.floor(attempt.place / 10)).toBe(ten);
        expect(placed.map(({ ten }) => ten)).toEqual(kinds.map((_, place) => Math.floor(place / 10)));
        for (const group of alike)
          expect(new Set(group.map(({ place }) => Math.floor(place / 10))).size).toBe(1);
      }),
    );
  });

  it("keeps the random order within a group", () => {
    const places = fairTens(ofKinds(1, 2, 1, 2, 1)).placed.map(({ attempt }) => attempt.place);
    expect(places).toEqual([0, 2, 4, 1, 3]);
  });
});
