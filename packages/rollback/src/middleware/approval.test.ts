import { Command, INTERRUPT } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { isRight, middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { forgetAccounts } from "../planning/silent-ends.ts";
import type { MiddlewareEvent, RollbackMiddlewareConfig } from "./index.ts";

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });
const isAsked = { [INTERRUPT]: [{ value: { type: "rollback:approve", attempt: 1 } }] };

/** An agent whose first attempt has failed, so that a human is asked; counts what was judged and scored. */
async function asked(more: RollbackMiddlewareConfig = {}) {
  const counted = { judged: 0, scored: 0 };
  const made = middlewareAgent("v2", {
    verify: (run) => {
      counted.judged += 1;
      return isRight(run);
    },
    scorer: {
      fingerprint: "counting",
      score: async ({ steps }) => {
        counted.scored += 1;
        return steps.map(() => 1);
      },
    },
    approve: "always",
    ...more,
  });
  const output: unknown = await made.agent.invoke(question, on("t"));
  const records = () =>
    made.events.flatMap((event: MiddlewareEvent) => (event.type === "rollback:judged" ? [event.record] : []));
  const resume = async (value: unknown) =>
    (await made.agent.invoke(answer(value), on("t"))).messages.map(({ text }) => text);
  return { counted, output, records, resume };
}

describe("a retry that has to be approved", () => {
  it("asks by an interrupt of the agent, and continues when it is approved", async () => {
    const { output, resume } = await asked();
    expect(output).toMatchObject(isAsked);
    expect((await resume(true)).at(-1)).toBe("The sum is 5.");
  });

  it("judges and attributes the failure once", async () => {
    const { counted, resume } = await asked();
    await resume({ decision: "approve" });
    expect(counted).toEqual({ judged: 2, scored: 1 });
  });

  it("leaves the answer as it is when it is declined", async () => {
    const { records, resume } = await asked();
    expect((await resume("decline")).at(-1)).toBe("The sum is 32.");
    expect(records()).toMatchObject([{ decision: "give-up", stopped: { by: "declined" } }]);
  });

  it("starts where the human says, and tells what the human writes", async () => {
    const { records, resume } = await asked();
    const said = await resume({ decision: "approve", step: 2, note: "[rollback] add 3" });
    expect(said).toContain("[rollback] add 3");
    expect(records()[0]?.trimmed).toMatchObject({ step: 2, policy: "human" });
  });

  it("tells anew what is undone where the human moves the start", async () => {
    const { records, resume } = await asked();
    await resume({ decision: "approve", step: 2 });
    expect(records()[0]?.note).toMatch(
      /^\[rollback\] Attempt 1 at this task failed and was undone from step 3 on\./,
    );
  });

  it.each([{ bad: "maybe" }, { bad: { decision: "approve", step: 99 } }])(
    "refuses a wrong answer and stays open: $bad",
    async ({ bad }) => {
      const { resume } = await asked();
      await expect(resume(bad)).rejects.toMatchObject({ code: "ANSWER_FORMAT" });
      expect((await resume(true)).at(-1)).toBe("The sum is 5.");
    },
  );

  it("is asked about where nothing recovered the run, and too many would end silently", async () => {
    forgetAccounts();
    const { output, records, resume } = await asked({
      approve: "never",
      maxRetries: 0,
      recovery: { handOver: true, alpha: 0.5, version: "handed over" },
    });
    expect(output).toMatchObject({ [INTERRUPT]: [{ value: { handedOver: true, attempt: 1 } }] });
    expect((await resume(true)).at(-1)).toBe("The sum is 5.");
    expect(records()[0]?.recovery).toMatchObject({ handedOver: true, maxRollbacks: 0, audited: true });
  });

  it("needs an answer if the predicate returns true, or fails", async () => {
    expect((await asked({ approve: () => false })).output).not.toHaveProperty(INTERRUPT);
    const failing = await asked({ approve: () => Promise.reject(new Error("no idea")) });
    expect(failing.output).toMatchObject(isAsked);
  });
});
