import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { isRight, middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import type { MiddlewareEvent } from "./index.ts";

describe("the plan of a retry", () => {
  it("says that scorer and policy failed, too, as with `withRollback`", async () => {
    const { agent, events } = middlewareAgent("v2", {
      verify: isRight,
      scorer: { fingerprint: "none", score: () => Promise.reject(new Error("no scores")) },
      policy: {
        name: "broken",
        decide: () => {
          throw new Error("no decision");
        },
      },
    });
    await agent.invoke(question, on("t"));
    const records = events.flatMap((event: MiddlewareEvent) =>
      event.type === "rollback:judged" ? [event.record] : [],
    );
    expect(records[0]?.reason).toMatch(
      /^Attempt 1 failed \(the sum is wrong\); the scorer failed, too \(SCORER_FAILED\); the policy failed, too \(POLICY_FAILED\); trimmed from step 1 of \d on\.$/,
    );
    expect(records[0]?.problem).toMatchObject({ code: "SCORER_FAILED" });
  });
});
