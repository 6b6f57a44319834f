import { describe, expect, it } from "vitest";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import fc from "fast-check";
import { cutBetweenUnits, foldsByUnit, unitSplit } from "./unit-split.ts";

const unitsOf = fc
  .array(fc.integer({ min: 0, max: 8 }), { minLength: 2, maxLength: 40 })
  .map((values) => values.map(String))
  .filter((units) => new Set(units).size > 1);

const named = (positions: readonly number[], units: readonly string[]) =>
  new Set(positions.map((position) => units[position]));

describe("unitSplit", () => {
  it("takes each position once, puts no unit into both halves and leaves neither empty", () => {
    fc.assert(
      fc.property(unitsOf, fc.nat(), (units, seed) => {
        const { calibration, test } = unitSplit(units, seededRandom(seed));
        expect([...calibration, ...test].toSorted((a, b) => a - b)).toEqual([...units.keys()]);
        expect([...named(calibration, units)].filter((unit) => named(test, units).has(unit))).toEqual([]);
        expect(Math.min(calibration.length, test.length)).toBeGreaterThan(0);
      }),
    );
  });

  it("is off the middle by half of the largest unit at most", () => {
    fc.assert(
      fc.property(unitsOf, fc.nat(), (units, seed) => {
        const { calibration } = unitSplit(units, seededRandom(seed));
        const largest = Math.max(...units.map((unit) => units.filter((other) => other === unit).length));
        // A unit that holds more than half of all has to go somewhere.
        if (largest <= units.length / 2)
          expect(Math.abs(calibration.length - units.length / 2)).toBeLessThanOrEqual(largest / 2);
      }),
    );
  });

  it("puts each unit into either half about as often", () => {
    const units = ["a", "a", "b", "c", "b", "c", "d", "d", "e", "e", "f", "f"];
    const random = seededRandom(5);
    const counts = new Map<string, number>();
    for (let split = 0; split < 2000; split += 1)
      for (const unit of named(unitSplit(units, random).test, units))
        counts.set(unit ?? "", (counts.get(unit ?? "") ?? 0) + 1);
    for (const count of counts.values()) expect(Math.abs(count / 2000 - 0.5)).toBeLessThan(0.05);
  });

  it("refuses data of one unit", () => {
    expect(() => unitSplit(["a", "a"], () => 0)).toThrow(RangeError);
  });
});

describe("cutBetweenUnits", () => {
  it("cuts where one unit ends, as near to what is wanted as possible", () => {
    const units = ["a", "a", "b", "b", "b", "c"];
    const cutAt = (wanted: number) => cutBetweenUnits([...units.keys()], units, wanted);
    expect([0, 2, 3, 4, 6].map(cutAt)).toEqual([2, 2, 2, 5, 5]);
  });

  it("cuts through a unit only if there is no other", () => {
    expect(cutBetweenUnits([4, 5, 6], ["", "", "", "", "a", "a", "a"], 1.5)).toBe(1);
  });
});

it("folds are dealt to units in turn", () => {
  expect(foldsByUnit(["a", "b", "a", "c", "d"], 3)).toEqual([0, 1, 0, 2, 0]);
});
