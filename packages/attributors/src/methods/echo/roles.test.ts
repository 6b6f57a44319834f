import { describe, expect, it } from "vitest";

import { ANALYST_ROLES, panelOf } from "./roles.ts";

const range = [0.3, 0.9] as const;

describe("the panel", () => {
  it("has k different roles in the order of the pool, their temperatures spread evenly", () => {
    const panel = panelOf(3, range, 1, "pens");
    expect(panel.map(({ temperature }) => temperature)).toEqual([0.3, 0.6, 0.9]);
    const places = panel.map(({ role }) => ANALYST_ROLES.indexOf(role));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(3);
  });

  it("has all six roles where all are wanted, and the middle temperature for one alone", () => {
    const all = panelOf(6, range, 1, "pens");
    expect(all.map(({ role }) => role)).toEqual(ANALYST_ROLES);
    expect(all.map(({ temperature }) => temperature)).toEqual([0.3, 0.42, 0.54, 0.66, 0.78, 0.9]);
    expect(panelOf(1, range, 1, "pens").map(({ temperature }) => temperature)).toEqual([0.6]);
  });

  it("depends on seed and trajectory, and on nothing else", () => {
    const rolesFor = (seed: number, id: string): string => JSON.stringify(panelOf(3, range, seed, id));
    expect(rolesFor(1, "pens")).toBe(rolesFor(1, "pens"));
    const seeds = Array.from({ length: 100 }, (_, seed) => rolesFor(seed, "pens"));
    const ids = Array.from({ length: 100 }, (_, id) => rolesFor(1, String(id)));
    // All twenty panels of three out of six turn up.
    expect(new Set(seeds).size).toBeGreaterThan(15);
    expect(new Set(ids).size).toBeGreaterThan(15);
  });

  it("draws each role about as often", () => {
    const drawn = Array.from({ length: 1000 }, (_, id) => panelOf(3, range, 1, String(id))).flat();
    for (const role of ANALYST_ROLES) {
      const count = drawn.filter((analyst) => analyst.role === role).length;
      expect(Math.abs(count - 500)).toBeLessThan(80);
    }
  });
});
