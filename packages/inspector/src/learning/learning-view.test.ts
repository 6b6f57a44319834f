import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { calibrateRecovery, coldState, type LearningState } from "@langgraph-rollback/attribution";
import { learn, readLearning } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { failedThread, givenSource } from "../fixtures/given-source.ts";
import { failRuns, learningAgent } from "../fixtures/learning-agent.ts";
import { recordRecovery } from "../fixtures/recorded-threads.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";
import { learningView } from "./learning-view.ts";

const viewOf = (saver: MemorySaver) => learningView({ source: checkpointerSource(saver, "memory") });

const promise = calibrateRecovery(
  Array.from({ length: 9 }, (_, at) => ({ run: `${at}`, recoveredBy: 1 })),
  { procedure: "p", maxRollbacks: 2, alpha: 0.1 },
);

/** What is in force after a change. */
const stateOf = (id: string, given: Partial<LearningState> = {}): LearningState => {
  const at = "2026-11-22T12:00:00.000Z";
  const cold = coldState("a");
  return {
    ...cold,
    at,
    version: { ...cold.version, id, at, failures: 20 },
    ...given,
  };
};

const learnt = (...states: readonly LearningState[]) => [
  { agent: "a", state: states.at(-1) ?? coldState("a"), states, failures: 0, replayed: 0 },
];

/** Threads whose runs began with a version: a failed attempt of 4 steps, and a retry from the third that was accepted. */
const threadsUnder = (version: string, count: number, agent = "a") =>
  Array.from({ length: count }, (_, at) =>
    failedThread(`${version} ${at}`, [
      {
        at: "2026-11-22T12:00:00.000Z",
        decision: "roll-back",
        recovery: {
          procedure: "p",
          maxRollbacks: 2,
          audited: true,
          learnt: { agent, version, cap: "lifted" },
        },
      },
      at === 0
        ? { outcome: { ok: false }, decision: "give-up", kept: 0 }
        : { outcome: { ok: true }, decision: "accept", kept: 2 },
    ]),
  );

describe("learningView", () => {
  it("shows nothing where no agent learns", async () => {
    const saver = new MemorySaver();
    await recordRecovery(saver, "t");
    expect(await viewOf(saver)).toEqual({ agents: [], threads: 1, more: false });
  });

  it("shows what an agent has learnt from its own runs, and what each version did", async () => {
    const saver = new MemorySaver();
    const agent = learningAgent(saver);
    await failRuns(agent, 20);
    const { version } = await learn(agent);
    await failRuns(agent, 2, "later");
    const { agents } = await viewOf(saver);
    expect(agents).toMatchObject([
      { agent: "steps", failures: 20, isKept: true, isPromised: false, missed: 2, replayed: 0 },
    ]);
    const [shown] = agents;
    expect(shown?.inForce).toMatch(new RegExp(`^In force: version ${version.id}, by 20 failed runs\\. `));
    expect(shown?.promise).toBe(
      "Nothing is promised yet of failed runs: too few have failed under this version.",
    );
    expect(shown?.told).toBeGreaterThan(0);
    expect(shown?.changes.map(({ change }) => change)).toEqual(
      (await readLearning(saver))[0]?.states.map(({ change }) => change),
    );
    expect(shown?.versions.map(({ id, made }) => [id, made?.failures])).toEqual([
      ["cold", undefined],
      [version.id, 20],
    ]);
    const [cold, own] = shown?.versions ?? [];
    expect(cold?.did).toMatchObject({ failed: 20, recovered: 20 });
    expect(cold?.did.redone).toBeGreaterThan(0);
    expect(own?.did).toMatchObject({ failed: 2, recovered: 2 });
    expect(own?.made).toMatchObject({ cap: "lifted", explore: 1 });
  });

  it("counts the recovered runs of each version, and the steps that their retries executed", async () => {
    const source = givenSource([...threadsUnder("one", 4), ...threadsUnder("two", 2)]);
    const states = [stateOf("one"), stateOf("one", { change: "promise", promise }), stateOf("two")];
    const [agent] = (await learningView({ source, learning: learnt(...states) })).agents;
    expect(agent?.versions).toEqual([
      { id: "cold", did: { failed: 0, recovered: 0 } },
      {
        id: "one",
        made: { at: states[0]?.at, failures: 20, cap: "lifted", explore: 1 },
        promised: { level: 0.9, n: 9, within: 1 },
        did: { failed: 4, recovered: 3, redone: (4 + 3 * 2) / 4 },
      },
      {
        id: "two",
        made: { at: states[0]?.at, failures: 20, cap: "lifted", explore: 1 },
        did: { failed: 2, recovered: 1, redone: (4 + 2) / 2 },
      },
    ]);
    expect(agent?.isPromised).toBe(false);
    const promised = await learningView({ source, learning: learnt(...states.slice(0, 2)) });
    expect(promised.agents[0]).toMatchObject({
      isPromised: true,
      promise: expect.stringContaining("90 %"),
      missed: 6,
    });
  });

  it("names agents whose learning is kept elsewhere, and keeps agents apart", async () => {
    const source = givenSource([...threadsUnder("one", 2), ...threadsUnder("two", 1, "b")]);
    const { agents } = await learningView({ source });
    expect(agents).toMatchObject([
      { agent: "a", isKept: false, missed: 2, versions: [{ id: "cold" }, { id: "one" }] },
      { agent: "b", isKept: false, missed: 1, versions: [{ id: "cold" }, { id: "two" }] },
    ]);
  });

  it("looks at so many threads, and says that there are more", async () => {
    const source = givenSource(threadsUnder("one", 3));
    expect(await learningView({ source, threads: 2 })).toMatchObject({
      agents: [{ missed: 2 }],
      threads: 2,
      more: true,
    });
  });

  it("keeps what a store says within bounds", async () => {
    const hostile = "\u001B[2J\n".repeat(1000);
    const learning = learnt(stateOf(hostile, { reason: hostile }));
    const [agent] = (await learningView({ source: givenSource([]), learning })).agents;
    const text = JSON.stringify(agent);
    expect(text.length).toBeLessThan(3000);
    expect(text).not.toMatch(/\\u001b|\\n/i);
  });
});
