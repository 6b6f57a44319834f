import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { sampleSource } from "../../testing/index.ts";
import type { AttemptView } from "../view/thread-view.ts";
import { laneGeometry } from "./lane-geometry.ts";

async function attempts(length: number): Promise<readonly AttemptView[]> {
  const view = await sampleSource({ lengths: [length] }).thread("t-1");
  return view?.runs.at(-1)?.attempts ?? [];
}

describe("laneGeometry", () => {
  it("draws the second attempt's first own step below where the first was rewound to", async () => {
    const [first, second] = laneGeometry(await attempts(8), 240);
    expect(first?.rewind?.to).toBe(second?.middleOf((await attempts(8))[1]?.kept ?? -1));
    expect(second?.kept.width).toBeGreaterThan(0);
    expect(second?.own.x).toBeCloseTo(second?.kept.width ?? 0);
  });

  it("draws dots for 8 steps and a line for 5,000", async () => {
    expect(laneGeometry(await attempts(8), 240)[0]?.dots).toHaveLength(8);
    expect(laneGeometry(await attempts(5000), 240)[0]?.dots).toBeUndefined();
  });

  it("shades the set around its own dots", async () => {
    const given = await attempts(8);
    const [lane] = laneGeometry(given, 240);
    const { set } = given[0]?.attribution ?? {};
    for (const [index, x] of (lane?.dots ?? []).entries()) {
      const shaded = lane?.set.some((stretch) => x > stretch.x && x < stretch.x + stretch.width);
      expect(shaded).toBe(set?.steps.includes(index));
    }
  });

  it("keeps everything inside of the drawing, however narrow it is", async () => {
    const given = [...(await attempts(8)), ...(await attempts(50))];
    fc.assert(
      fc.property(fc.integer({ min: 22, max: 2000 }), (width) => {
        for (const { end, own, set } of laneGeometry(given, width))
          for (const x of [end, own.x + own.width, ...set.map((each) => each.x + each.width)]) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x).toBeLessThanOrEqual(width);
          }
      }),
    );
  });

  it("has a place for the verdict of an attempt without steps", () => {
    const [lane] = laneGeometry([{ attempt: 1, kept: 0, steps: [] }], 240);
    expect(lane).toMatchObject({ end: 11, dots: [], set: [] });
  });
});
