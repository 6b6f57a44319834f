import { describe, expect, it } from "vitest";

import { escalate, leastCost, type Policy, restart, toSet, topOne } from "../policies/index.ts";
import { testPolicy } from "./test-policy.ts";

const policies: Readonly<Record<string, () => Policy>> = {
  toSet,
  "escalate to a tenth": () => escalate({ alphas: [0.4, 0.2, 0.1] }),
  "escalate once": () => escalate({ alphas: [0.3] }),
  leastCost: () => leastCost(),
  "leastCost of a low price": () => leastCost({ failurePrice: 0.5 }),
  "leastCost of a high price": () => leastCost({ failurePrice: 1000 }),
  topOne,
  restart,
};

for (const [name, makePolicy] of Object.entries(policies)) testPolicy(makePolicy, { describe, it, name });

/** Titles of the suite's tests that a policy fails. */
async function failedTests(makePolicy: () => Policy): Promise<readonly string[]> {
  const tests: { readonly title: string; readonly body: () => Promise<void> }[] = [];
  testPolicy(makePolicy, {
    describe: (_, body) => body(),
    it: (title, body) => tests.push({ title, body }),
    runs: 60,
  });
  const failed: string[] = [];
  for (const { title, body } of tests) await body().catch(() => failed.push(title));
  return failed;
}

const first = restart().decide;
let calls = 0;

describe("the suite for policies", () => {
  it.each<readonly [string, Policy]>([
    ["has a name", { name: " ", decide: first }],
    ["goes to a step", { name: "p", decide: () => ({ kind: "roll-back", start: 12, reason: "far" }) }],
    ["goes to a step", { name: "p", decide: () => ({ kind: "give-up", reason: "" }) }],
    ["decides the same", { name: "p", decide: () => ({ kind: "give-up", reason: `${(calls += 1)}` }) }],
    [
      "decides in plain data",
      {
        name: "p",
        decide: () => Object.assign({ kind: "give-up", reason: "why" } as const, { at: new Date(0) }),
      },
    ],
    [
      "promises no more",
      {
        name: "p",
        decide: ({ tries, alpha }) => ({
          kind: "roll-back",
          start: 0,
          reason: "why",
          ...(tries.length < 2 ? {} : { promise: { attempt: 1, alpha, level: 1, guarantee: "exact" } }),
        }),
      },
    ],
    [
      "decides on extreme",
      { name: "p", decide: (context) => (context.rollbacksLeft === Infinity ? fail() : first(context)) },
    ],
  ])("fails one that breaks: %s", async (title, policy) => {
    const failed = await failedTests(() => policy);
    expect(failed.some((each) => each.startsWith(title))).toBe(true);
  });
});

function fail(): never {
  throw new Error("no plan for so many");
}
