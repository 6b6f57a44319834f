import { describe, expect, it } from "vitest";

import { policyPilot, type TriedFailure, type TriedFrom } from "../index.ts";

const from = (start: number, accepted: boolean, given: Partial<TriedFrom> = {}): TriedFrom => ({
  start,
  accepted,
  steps: 8 - start,
  isSteered: false,
  ...given,
});

let run = 0;
function failure(start: number | null, ...tried: readonly TriedFrom[]): TriedFailure {
  run += 1;
  return { run: `run ${run}`, starts: { restart: 0, "to-set": start }, tried };
}
const many = (count: number, make: (at: number) => TriedFailure) =>
  Array.from({ length: count }, (_, at) => make(at));

describe("policyPilot", () => {
  it("counts for each policy the failures whose start was tried, and leaves the others out", () => {
    const [restart, toSet] = policyPilot([
      failure(3, from(0, true), from(3, true)),
      failure(3, from(3, false)),
      failure(4, from(2, true)),
      failure(0, from(0, false)),
    ]).policies;
    expect(restart).toMatchObject({
      policy: "restart",
      recovered: { count: 1, of: 2 },
      steps: 8,
      untried: 2,
    });
    expect(restart).toMatchObject({ differs: 0, against: null });
    expect(toSet).toMatchObject({ recovered: { count: 1, of: 3 }, steps: 6, untried: 1, differs: 3 });
    expect(toSet?.against).toMatchObject({ n: 1, recovered: { difference: 0 }, steps: { difference: -3 } });
  });

  it("knows what giving up does, and takes an outcome that nothing steered before one that something did", () => {
    const gaveUp = policyPilot([failure(null, from(0, true))]).policies[1];
    expect(gaveUp).toMatchObject({ recovered: { count: 0, of: 1 }, steps: 0, untried: 0 });
    expect(gaveUp?.against).toMatchObject({ recovered: { difference: -1 }, steps: { difference: -8 } });
    const steered = from(3, true, { isSteered: true });
    const twice = policyPilot([failure(3, steered, from(3, false)), failure(3, steered)]);
    expect(twice.policies[1]).toMatchObject({ recovered: { count: 1, of: 2 }, steered: 1 });
  });

  it("advises the policy that executes fewer steps and recovers as many", () => {
    const failures = many(30, () => failure(5, from(0, true), from(5, true)));
    expect(policyPilot(failures).advice).toEqual({
      policy: "to-set",
      sentence:
        "Take to-set: on 30 failures on which it starts elsewhere than restart, its first rollback executed 5.0 steps fewer and recovered no fewer beyond chance.",
    });
  });

  it("advises the one that it compares with where the others recover fewer beyond chance", () => {
    const failures = many(30, (at) => failure(5, from(0, true), from(5, at < 5)));
    expect(policyPilot(failures).advice.policy).toBe("restart");
  });

  it("advises nothing from too few pairs, from starts that other outcomes chose, and from none", () => {
    const few = policyPilot(many(29, () => failure(5, from(0, true), from(5, true)))).advice;
    expect(few).toEqual({
      policy: null,
      sentence:
        "The policies cannot be told apart yet: of 29 failures, 29 at the most have both starts tried where a policy starts elsewhere than restart, and 30 are needed that no earlier outcome chose.",
    });
    const steered = many(40, () => failure(5, from(0, true), from(5, true, { isSteered: true })));
    expect(policyPilot(steered).advice.policy).toBeNull();
    const steeredRestarts = many(40, () => failure(5, from(0, true, { isSteered: true }), from(5, true)));
    expect(policyPilot(steeredRestarts).policies[1]).toMatchObject({ recovered: { of: 40 }, against: null });
    expect(policyPilot(many(40, () => failure(5, from(5, true)))).advice.policy).toBeNull();
    expect(policyPilot([])).toMatchObject({ failures: 0, policies: [], advice: { policy: null } });
  });
});
