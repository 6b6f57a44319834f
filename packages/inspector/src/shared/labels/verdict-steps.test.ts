import { describe, expect, it } from "vitest";

import { decisive, none, notThis, unsure } from "../../fixtures/labels.ts";
import { verdictFault, verdictSteps } from "./verdict-steps.ts";

describe("the steps of a verdict", () => {
  it("are all that it calls decisive, or the one that it rules out", () => {
    expect(verdictSteps(decisive(1, 3))).toEqual([1, 3]);
    expect(verdictSteps(notThis(2))).toEqual([2]);
    expect([...verdictSteps(none), ...verdictSteps(unsure)]).toEqual([]);
  });

  it("have to be the attempt's, named once each and in order", () => {
    expect(verdictFault(decisive(1, 2, 3), 4)).toBeUndefined();
    expect(verdictFault({ kind: "decisive", step: 1, further: [] }, 4)).toBeUndefined();
    expect(verdictFault(none, 1)).toBeUndefined();
    for (const wrong of [decisive(4), notThis(4)])
      expect(verdictFault(wrong, 4)).toMatchObject({ field: "step" });
    for (const wrong of [
      decisive(1, 4),
      decisive(2, 1),
      decisive(1, 1),
      decisive(0, 2, 2),
      decisive(0, 3, 2),
    ])
      expect(verdictFault(wrong, 4)).toMatchObject({ field: "further" });
  });
});
