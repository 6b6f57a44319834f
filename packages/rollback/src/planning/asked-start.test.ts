import { describe, expect, it } from "vitest";

import type { AskedRewind } from "../steps/rewind-request.ts";
import { askedStart } from "./asked-start.ts";
import type { CheckedDecision } from "./ask-policy.ts";
import type { Failure } from "./failure.ts";

const promise = { attempt: 1, level: 0.9, alpha: 0.1, guarantee: "exact" } as const;

const decided: CheckedDecision = {
  kind: "roll-back",
  start: 3,
  decision: { policy: "to-set", promise, reason: "The set starts there." },
};

/** The attempts of a run, each with the model's request if that ended it; the last is the one to decide on. */
function failure(
  ...attempts: readonly (AskedRewind | undefined)[]
): Pick<Failure, "earlier" | "number" | "outcome"> {
  const outcomes = attempts.map((asked) => ({ ok: false, ...(asked === undefined ? {} : { asked }) }));
  const earlier = outcomes.slice(0, -1).map((outcome, i) => ({ attempt: i + 1, outcome }));
  return { earlier, number: attempts.length, outcome: outcomes.at(-1) ?? { ok: false } };
}

describe("the start after a model's request", () => {
  it.each([
    [1, 1],
    [3, 3],
    [5, 3],
    [undefined, 3],
  ])("is the earlier one of the policy's and the one that it names: %o gives %i", (step, start) => {
    const asked = { reason: "wrong", ...(step === undefined ? {} : { step }) };
    expect(askedStart(failure(asked), decided)).toMatchObject({ start });
  });

  it("promises nothing where the model ended the first attempt", () => {
    const first = askedStart(failure({ reason: "wrong" }), decided);
    const later = askedStart(failure({ reason: "wrong" }, undefined), decided);
    for (const each of [first, later]) {
      expect(each).toMatchObject({ decision: { reason: expect.stringContaining("no level is promised") } });
      expect(each).not.toHaveProperty("decision.promise");
    }
  });

  it("keeps the promise about a first attempt that a verifier refused: an earlier start keeps it", () => {
    const asked = askedStart(failure(undefined, { reason: "wrong", step: 1 }), decided);
    expect(asked).toMatchObject({ start: 1, decision: { promise } });
  });

  it("is the policy's own, untouched, where no model has asked", () => {
    expect(askedStart(failure(undefined), decided)).toBe(decided);
  });
});
