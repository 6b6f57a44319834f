import { expect, it } from "vitest";

import { typedStep } from "./typed-step.ts";

it("goes to the step of the digits typed so far, or of the last one alone", () => {
  expect(typedStep("", "1", 50)).toBe("1");
  expect(typedStep("1", "2", 50)).toBe("12");
  expect(typedStep("12", "2", 50)).toBe("2");
  expect(typedStep("1", "2", 8)).toBe("2");
  expect(typedStep("1", "0", 50)).toBe("10");
});

it("goes nowhere if there is no such step", () => {
  expect(typedStep("", "9", 8)).toBeUndefined();
  expect(typedStep("", "0", 50)).toBeUndefined();
});
