import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { shareRoom } from "./share-room.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("shareRoom", () => {
  it("gives everybody what is needed when there is enough", () => {
    expect(shareRoom([5, 100, 20], [1, 1, 2], 125)).toEqual([5, 100, 20]);
  });

  it("gives what the modest leave to those who need more", () => {
    expect(shareRoom([10, 1000, 1000], [1, 1, 1], 310)).toEqual([10, 150, 150]);
  });

  it("counts a weight of two twice", () => {
    expect(shareRoom([1000, 1000], [2, 1], 300)).toEqual([200, 100]);
  });

  it("never gives more than is needed or than there is, and leaves nothing that could be used", () => {
    const case_ = fc.array(fc.record({ need: fc.nat(2000), weight: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(case_, fc.nat(5000), (claims, room) => {
        const needs = claims.map(({ need }) => need);
        const shares = shareRoom(
          needs,
          claims.map(({ weight }) => weight),
          room,
        );
        shares.forEach((share, i) => expect(share).toBeLessThanOrEqual(needs[i] ?? 0));
        expect(sum(shares)).toBe(Math.min(room, sum(needs)));
      }),
    );
  });
});
