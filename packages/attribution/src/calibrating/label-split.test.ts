import { expect, it } from "vitest";

import { labelSplit } from "./label-split.ts";

it("lets all calibrate as long as a scorer would learn nothing", () => {
  for (const n of [0, 1, 4, 9]) expect(labelSplit(n, { alpha: 0.2 })).toEqual({ fit: 0, calibrate: n });
});

it("lets all calibrate where half of them bound nothing", () => {
  expect(labelSplit(17, { alpha: 0.1 })).toEqual({ fit: 0, calibrate: 17 });
  expect(labelSplit(18, { alpha: 0.1 })).toEqual({ fit: 9, calibrate: 9 });
  expect(labelSplit(20, { alpha: 0.2, delta: 0.1 })).toEqual({ fit: 0, calibrate: 20 });
});

it("lets those fit that calibrating would waste", () => {
  expect(labelSplit(10, { alpha: 0.2 })).toEqual({ fit: 6, calibrate: 4 });
  expect(labelSplit(20, { alpha: 0.2 })).toEqual({ fit: 11, calibrate: 9 });
  expect(labelSplit(50, { alpha: 0.2 })).toEqual({ fit: 26, calibrate: 24 });
});
