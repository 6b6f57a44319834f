import { expect, it } from "vitest";

import { EFFECT_CHECKS } from "./check-effects.ts";

it.each(["undoTimeout", "openTimeout"] as const)(
  "%s is milliseconds that a timer of Node can wait",
  (name) => {
    const { expected, holds } = EFFECT_CHECKS[name];
    expect(expected).toBe("milliseconds in [0, 2147483647]");
    expect([0, 0.5, 2 ** 31 - 1].filter(holds)).toEqual([0, 0.5, 2 ** 31 - 1]);
    expect([-1, 2 ** 31, Infinity, NaN, "5", undefined].filter(holds)).toEqual([]);
  },
);
