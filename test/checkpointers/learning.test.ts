import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, readLearning, settleLearning } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";

import { ERRING, learningAgent, onThread } from "../fixtures/learning-agent.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { openServerOrPGlite } from "./open-postgres.ts";

const postgres = await openServerOrPGlite("what agents learn");
afterAll(() => postgres.close());

const SAVERS: readonly (readonly [name: string, open: (() => BaseCheckpointSaver) | undefined])[] = [
  [`SqliteSaver${sqlite.missing}`, sqlite.open && (() => sqlite.open?.(":memory:") ?? postgres.open())],
  ["PostgresSaver", () => postgres.open()],
];

describe.each(SAVERS)("what an agent learns in a %s", (_, open) => {
  it.skipIf(open === undefined)("is kept there, used, and gone with its thread", async () => {
    if (open === undefined) return;
    const saver = open();
    let made = 0;
    const agent = learningAgent(saver, { ids: () => `id-${(made += 1)}` });
    for (let at = 0; at < 21; at += 1) {
      await agent.invoke({}, onThread(`t-${at}`));
      await settleLearning(agent);
    }
    // Another graph over another saver of the same database: a new process would have no more.
    const [learnt] = await readLearning(saver);
    expect(learnt).toMatchObject({ failures: 21, state: { change: "version", version: { cap: "lifted" } } });
    const [run] = await readHistory(agent, onThread("t-20"));
    expect(run?.attempts[0]?.recovery?.learnt?.version).toBe(learnt?.state.version.id);
    expect(run?.attempts[0]?.rewind?.step).toBe(ERRING);
    await saver.deleteThread("t-3");
    expect((await readLearning(saver))[0]?.failures).toBe(20);
  });
});
