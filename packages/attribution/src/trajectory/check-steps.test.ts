import { describe, expect, it } from "vitest";

import { checkSteps } from "./check-steps.ts";

describe("checkSteps", () => {
  it("refuses a trajectory without steps, by its id", () => {
    expect(() => checkSteps({ id: "t1", steps: [] })).toThrow(
      new RangeError('Expected `trajectory` "t1" to have at least one step, got none.'),
    );
  });

  it("accepts a trajectory of one step", () => {
    expect(() => checkSteps({ id: "t1", steps: [{ index: 0, agent: "a", content: "" }] })).not.toThrow();
  });
});
