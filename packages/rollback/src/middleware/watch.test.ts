import { Command, INTERRUPT } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { danglingToolCalls } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { DamagedEffects } from "../fixtures/damaged-effects.ts";
import {
  countingScorer,
  problemsIn,
  type Read,
  readingAgent,
  task,
  watchingLines,
} from "../fixtures/watched-agent.ts";
import type { UndoCall } from "../index.ts";
import {
  readMiddlewareRecords,
  rollbackMiddleware,
  type MiddlewareEvent,
  type RollbackMiddlewareConfig,
} from "./index.ts";

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

const stayingWrong: Read = (page) => `${page === 1 ? "wrong" : "right"} ${page}`;

describe.each([{ version: "v1" as const }, { version: "v2" as const }])(
  "a turn that is watched ($version)",
  ({ version }) => {
    it("is stopped by an alarm before its model is asked again, and retried", async () => {
      const { asked, scorer } = countingScorer();
      const watch = watchingLines({ scorer });
      const { agent, counted, events, reads } = readingAgent({ watch }, { version });
      const { messages } = await agent.invoke(task, on("t"));
      expect(messages.map(({ text }) => text)).toEqual([
        "Read it.",
        expect.stringContaining("Stopped after step 2: the alarm"),
        "",
        "right 1",
        "",
        "right 2",
        "",
        "right 3",
        "done",
      ]);
      expect(danglingToolCalls(messages)).toEqual([]);
      expect(reads).toEqual([1, 1, 2, 3]);
      // Nothing was asked of the model once the alarm was raised.
      expect(counted.calls).toBe(1 + 4);
      expect(asked).toEqual([1, 2]);
      const records = await readMiddlewareRecords(agent, on("t"));
      expect(records).toMatchObject([
        {
          attempt: 1,
          decision: "roll-back",
          outcome: { ok: false, early: { by: "alarm", step: 1 }, error: { name: "StoppedEarlyError" } },
          watch: { alarm: { stops: true, scorer: "last-line-1", scores: [0.9, 0.1], raised: 1 } },
          trimmed: { step: 0, redone: 2 },
        },
        { attempt: 2, decision: "accept", outcome: { ok: true } },
      ]);
      expect(records[1]).not.toHaveProperty("watch");
      expect(events.map(({ type }) => type)).toEqual(["rollback:judged", "rollback:judged"]);
    });

    it("runs to its end without an alarm, and its record has the course of the alarm", async () => {
      const { agent, counted } = readingAgent(
        { watch: watchingLines() },
        { version, read: (page) => `right ${page}` },
      );
      await agent.invoke(task, on("t"));
      expect(counted.calls).toBe(4);
      const [record] = await readMiddlewareRecords(agent, on("t"));
      expect(record).toMatchObject({
        decision: "accept",
        // The last answer is not scored: nothing is left to stop.
        watch: { alarm: { stops: true, scores: [0.9, 0.9, 0.9, 0.9, 0.9, 0.9] } },
      });
      expect(record?.watch?.alarm).not.toHaveProperty("raised");
    });

    it("is watched anew with the user's next message", async () => {
      const { agent, reads } = readingAgent({ watch: watchingLines() }, { version, pages: 1 });
      await agent.invoke(task, on("t"));
      await agent.invoke(task, on("t"));
      expect(reads).toEqual([1, 1, 1, 1]);
      const records = await readMiddlewareRecords(agent, on("t"));
      expect(records.map(({ attempt, outcome }) => [attempt, outcome?.early?.by])).toEqual([
        [1, "alarm"],
        [2, undefined],
        [1, "alarm"],
        [2, undefined],
      ]);
    });

    it("judges tools that run side by side as steps of one moment", async () => {
      const { asked, scorer } = countingScorer();
      const { agent, reads } = readingAgent(
        { watch: watchingLines({ scorer }) },
        { version, pages: 2, atOnce: 2, read: (page, told) => (page === 2 && !told ? "wrong" : "right") },
      );
      const { messages } = await agent.invoke(task, on("t"));
      expect(danglingToolCalls(messages)).toEqual([]);
      expect(reads).toEqual([1, 2, 1, 2]);
      // Two calls are two steps of "v2", but one task of "v1".
      expect(asked).toEqual(version === "v2" ? [1, 2, 3] : [1, 2]);
    });

    it.each([
      { why: "the budget is spent", config: { budget: { steps: 1 } } },
      { why: "an effect cannot be undone", config: { effects: { tools: { read: "irreversible" } } } },
    ] satisfies { why: string; config: RollbackMiddlewareConfig }[])(
      "goes on to its own answer where $why, and is not stopped again",
      async ({ config }) => {
        const { asked, scorer } = countingScorer();
        const watch = watchingLines({ scorer });
        const { agent, counted, events, reads } = readingAgent(
          { watch, ...config },
          { version, read: () => "wrong" },
        );
        const { messages } = await agent.invoke(task, on("t"));
        expect(messages.map(({ text }) => text)).toEqual([
          "Read it.",
          "",
          "wrong",
          "",
          "wrong",
          "",
          "wrong",
          "done",
        ]);
        expect(reads).toEqual([1, 2, 3]);
        expect(counted.calls).toBe(4);
        expect(asked).toEqual([1, 2, 3, 4, 5, 6]);
        expect(problemsIn(events)).toEqual(["STOP_REFUSED"]);
        const records = await readMiddlewareRecords(agent, on("t"));
        expect(records).toMatchObject([
          {
            attempt: 1,
            outcome: { ok: false, reason: "something wrong was read" },
            watch: { alarm: { stops: true, raised: 1, scores: [0.9, 0.1, 0.9, 0.1, 0.9, 0.1] } },
            decision: "give-up",
          },
        ]);
        expect(records[0]?.outcome).not.toHaveProperty("early");
      },
    );

    it("is not left half undone where an effect cannot be undone, and continues once that is mended", async () => {
      let isDown = true;
      const undone: unknown[] = [];
      const undo = ({ args }: UndoCall) => {
        if (isDown) throw new Error("the world does not answer");
        undone.push(args);
      };
      const effects = { tools: { read: { undo } }, undoRetries: 0 };
      const { agent, reads } = readingAgent({ watch: watchingLines(), effects }, { version });
      await expect(agent.invoke(task, on("t"))).rejects.toMatchObject({ code: "ROLLBACK_UNFINISHED" });
      isDown = false;
      const { messages } = await agent.invoke(null, on("t"));
      expect(messages.at(-1)?.text).toBe("done");
      expect(undone).toEqual([{ page: 1, told: false }]);
      expect(reads).toEqual([1, 1, 2, 3]);
    });

    it("goes on where the undoing cannot be begun, and its tools still note down theirs", async () => {
      const checkpointer = new DamagedEffects();
      const effects = { tools: { read: { undo: () => {} } } };
      const approve = () => {
        checkpointer.isFull = true;
        return false;
      };
      const codes: string[] = [];
      const onEvent = (event: MiddlewareEvent) => {
        checkpointer.isFull = false;
        if (event.type === "rollback:problem") codes.push(event.problem.code);
      };
      const config = { watch: watchingLines(), verify: () => true, effects, approve, onEvent };
      const { agent, reads } = readingAgent(config, { version, checkpointer });
      const { messages } = await agent.invoke(task, on("t"));
      expect(messages.at(-1)?.text).toBe("done");
      expect(codes).toEqual(["STOP_REFUSED"]);
      expect(messages.map(({ text }) => text)).toContain("right 3");
      expect(reads).toEqual([1, 2, 3]);
    });

    it.each([
      { how: "observed", config: { mode: "observe" } },
      { how: "picked by the coin", config: { watch: watchingLines({ audit: 1 }) } },
      { how: "without a retry left", config: { maxRetries: 0 } },
    ] satisfies { how: string; config: RollbackMiddlewareConfig }[])(
      "is only recorded where it is $how",
      async ({ config }) => {
        const { agent, counted, events } = readingAgent(
          { watch: watchingLines(), verify: () => true, ...config },
          { version, read: stayingWrong },
        );
        const { messages } = await agent.invoke(task, on("t"));
        expect(messages.map(({ text }) => text)).toEqual([
          "Read it.",
          "",
          "wrong 1",
          "",
          "right 2",
          "",
          "right 3",
          "done",
        ]);
        expect(counted.calls).toBe(4);
        expect(events.map(({ type }) => type)).toEqual(["rollback:judged"]);
        expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([
          { decision: "accept", watch: { alarm: { stops: false, raised: 1 } } },
        ]);
      },
    );

    it("goes on where a human declines, and is retried where one approves", async () => {
      const config = { watch: watchingLines(), approve: "always" } as const;
      const asking = async () => {
        const made = readingAgent(config, { version });
        expect(await made.agent.invoke(task, on("t"))).toMatchObject({
          [INTERRUPT]: [{ value: { type: "rollback:approve", attempt: 1 } }],
        });
        expect(made.reads).toEqual([1]);
        return made;
      };
      const approved = await asking();
      await approved.agent.invoke(answer(true), on("t"));
      expect(approved.reads).toEqual([1, 1, 2, 3]);

      const declined = await asking();
      // The attempt itself is asked about at its end.
      expect(await declined.agent.invoke(answer("decline"), on("t"))).toHaveProperty(INTERRUPT);
      expect(declined.reads).toEqual([1, 2, 3]);
      const { messages } = await declined.agent.invoke(answer("decline"), on("t"));
      expect(messages.at(-1)?.text).toBe("done");
      expect(problemsIn(declined.events)).toEqual(["STOP_REFUSED"]);
    });
  },
);

it("stops at the next call of the model where the score comes too late for this one", async () => {
  let tell: (score: number) => void = () => {};
  const late = new Promise<number>((resolve) => {
    tell = resolve;
  });
  const { scorer } = countingScorer();
  const slow = {
    fingerprint: scorer.fingerprint,
    score: (run: Parameters<typeof scorer.score>[0]) => (run.steps.length === 2 ? late : scorer.score(run)),
  };
  const { agent, reads } = readingAgent(
    { watch: watchingLines({ scorer: slow, waitMs: 0 }) },
    {
      read: (page, told) => {
        if (page === 2) tell(0.1);
        return page === 1 && !told ? "wrong" : "right";
      },
    },
  );
  await agent.invoke(task, on("t"));
  expect(reads).toEqual([1, 2, 1, 2, 3]);
  expect((await readMiddlewareRecords(agent, on("t")))[0]?.outcome).toMatchObject({
    early: { by: "alarm", step: 1 },
  });
});

it("goes on unwatched where its scores fail, and says so once", async () => {
  const { scorer } = countingScorer();
  const broken = { fingerprint: scorer.fingerprint, score: () => Promise.reject(new Error("no model")) };
  const { agent, counted, events } = readingAgent(
    { watch: watchingLines({ scorer: broken }), verify: () => true },
    { read: stayingWrong },
  );
  await agent.invoke(task, on("t"));
  expect(counted.calls).toBe(4);
  expect(problemsIn(events)).toEqual(["WATCH_FAILED"]);
});

describe("the options to watch a turn", () => {
  it("take checks after the nodes that the middleware sees the end of, and no others", () => {
    const checks: object = { plan: () => true };
    expect(() => rollbackMiddleware({ verify: () => true, checks })).toThrow(
      'Expected `checks.plan` to be a check of "model_request" or "tools"',
    );
  });

  it("are refused where nothing is judged", () => {
    expect(() => rollbackMiddleware({ watch: watchingLines() })).toThrow(/`watch`.*`verify`/);
    expect(() => rollbackMiddleware({ checks: { tools: () => true } })).toThrow(/`checks`.*`verify`/);
  });

  it("are checked as those of withRollback are", () => {
    const options = { verify: () => true, watch: { audit: 2 } };
    expect(() => rollbackMiddleware(options)).toThrow(RangeError);
  });
});
