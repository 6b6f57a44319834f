import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInRange } from "./version-range.ts";

const version = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.nat(30), fc.nat(30))
  .map(([major, minor, patch]) => ({ major, text: `${major}.${minor}.${patch}` }));

describe("isInRange", () => {
  it("finds every version in its own caret, and none of another major", () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(isInRange(a.text, `^${a.text}`)).toBe(true);
        if (a.major !== b.major) expect(isInRange(b.text, `^${a.text}`)).toBe(false);
      }),
    );
  });

  it("finds one of two versions at or above the other", () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const both = [isInRange(a.text, `>=${b.text}`), isInRange(b.text, `>=${a.text}`)];
        expect(both.filter((is) => is === true)).toHaveLength(a.text === b.text ? 2 : 1);
      }),
    );
  });

  it.each([
    ["1.2.13", "^1.2", true],
    ["1.10.0", "^1.9.9", true],
    ["1.1.99", "^1.2", false],
    ["0.3.4", "^0.3.1", true],
    ["0.4.0", "^0.3.1", false],
    ["0.0.2", "^0.0.1", false],
    ["v20.18.9", ">=20.19", false],
    ["v22.0.0", ">=20.19", true],
    ["2.1.0", "^1.4.0 || ^2.0.0", true],
    ["1.3.0-rc.1", "^1.2.0", false],
    ["1.2.3+build.5", "^1.2.3", true],
  ])("%s in %s: %s", (actual, range, expected) => {
    expect(isInRange(actual, range)).toBe(expected);
  });

  it("says nothing of ranges of other kinds", () => {
    for (const range of ["~1.2", "1.x", "*", "^1.2 || next", ""])
      expect(isInRange("1.2.3", range)).toBeUndefined();
  });
});
