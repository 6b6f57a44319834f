import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { afterAll, describe, expect, inject, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { brokenAgentLaws } from "./agent-laws.ts";
import { agentPrograms, type AgentProgram } from "./agent-program.ts";
import { effectRuns } from "./effect-runs.ts";
import { BOOKED_AND_PAID, FOUND_AGENTS } from "./found-agent-programs.ts";
import { runAgentProgram } from "./run-agent-program.ts";
import { World } from "./world.ts";

const { open, reopen, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-agents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { EFFECT_SEED: SEED, EFFECT_LIMIT = "200000" } = process.env;

let threads = 0;

async function expectLaws(
  program: AgentProgram,
  world: World,
  store: () => BaseCheckpointSaver,
): Promise<void> {
  const ended = await runAgentProgram(program, world, store, `conversation-${(threads += 1)}`);
  expect(brokenAgentLaws(ended, world)).toEqual([]);
}

const expectLawsOf = (
  runs: number,
  stops: number,
  world: World,
  store: () => BaseCheckpointSaver,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(agentPrograms(stops), (program) => expectLaws(program, world, store)),
    {
      numRuns: runs,
      interruptAfterTimeLimit: Number(EFFECT_LIMIT),
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    },
  );

describe.skipIf(missing !== undefined)(
  `random conversations with effects and the middleware${missing ?? ""}`,
  () => {
    it("leave the world as the conversation says over MemorySaver, and tell of all else", async () => {
      const saver = new MemorySaver();
      const outside = open(":memory:");
      await expectLawsOf(effectRuns(15), 0, new World(outside.db), () => saver);
      outside.db.close();
    });

    it("do so over SqliteSaver where processes stop anywhere", async () => {
      const [store, outside] = [open(join(folder, "threads.sqlite")), open(join(folder, "world.sqlite"))];
      await expectLawsOf(effectRuns(inject("allRounds") ? 120 : 30), 3, new World(outside.db), () =>
        reopen(store),
      );
      store.db.close();
      outside.db.close();
    });

    it("do so wherever a process stops while two parallel effects are done and undone", async () => {
      const [store, outside] = [open(":memory:"), open(":memory:")];
      const world = new World(outside.db);
      const every = inject("allRounds") ? 1 : 4;
      const stops = Array.from({ length: 48 / every }, (_, nth) => ({
        at: (nth + 1) * every,
        landed: nth % 2 === 0,
      }));
      for (const stop of stops)
        await expectLaws({ ...BOOKED_AND_PAID, stops: [stop] }, world, () => reopen(store));
      store.db.close();
      outside.db.close();
    });

    it.each(Object.entries(FOUND_AGENTS))("do so where they did not once: %s", async (_, program) => {
      const [store, outside] = [open(":memory:"), open(":memory:")];
      await expectLaws(program, new World(outside.db), () => reopen(store));
      store.db.close();
      outside.db.close();
    });
  },
);
