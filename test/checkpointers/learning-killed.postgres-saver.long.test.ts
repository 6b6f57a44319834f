import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { learn, listThreads, readHistory, readLearning } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";

import { keptBundle } from "../fixtures/kept-bundle.ts";
import { learningAgent, onThread } from "../fixtures/learning-agent.ts";
import { endOf } from "../fixtures/worker-end.ts";
import { openServer } from "./open-postgres.ts";

const postgres = await openServer();
afterAll(() => (postgres.missing === undefined ? postgres.close() : undefined));

/** LEARNING_KILLS=50 kills more. */
const KILLS = Number(process.env["LEARNING_KILLS"] ?? 20);
/** Processes at a time. */
const SIDE_BY_SIDE = 2;
/** A process ends results, and is then killed, within its next run or while it learns. */
const MOST_RUNS = 4;

/** Runs a process until it has printed so many results, and a moment longer; then kills it. */
async function killedAfter(child: ChildProcess, results: number, moment: number): Promise<void> {
  let seen = 0;
  const enough = new Promise<void>((resolve) => {
    child.stdout?.on("data", (text: Buffer) => {
      seen += text.toString().split("\n").length - 1;
      if (seen >= results) resolve();
    });
  });
  const ended = endOf(child);
  await Promise.race([enough, once(child, "exit")]);
  await new Promise((resolve) => {
    setTimeout(resolve, moment);
  });
  child.kill("SIGKILL");
  const { signal, stderr } = await ended;
  expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
}

describe.skipIf(postgres.missing !== undefined)("two processes that learn on one Postgres", () => {
  it(`lose no run in ${KILLS} kills, and see versions in one order`, async () => {
    const program = await keptBundle(join(import.meta.dirname, "../fixtures/learn-worker.ts"));
    const random = seededRandom(1);
    const plans = Array.from({ length: KILLS }, (_, kill) => ({
      name: `kill-${kill}`,
      results: 1 + Math.floor(random() * MOST_RUNS),
      moment: Math.floor(random() * 40),
    }));
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async (_, side) => {
        for (const { moment, name, results } of plans.filter((__, at) => at % SIDE_BY_SIDE === side)) {
          const child = spawn(process.execPath, [program, postgres.schema, name], {
            stdio: ["ignore", "pipe", "pipe"],
          });
          await killedAfter(child, results, moment);
        }
      }),
    );
    const saver = postgres.open();
    const agent = learningAgent(saver, { learn: { background: false } });
    await learn(agent);

    const ended = new Set<string>();
    for (const { threadId } of (await listThreads(saver, 10_000)).threads)
      for (const { attempts, run } of await readHistory(saver, onThread(threadId)))
        if (attempts.length > 0 && attempts.at(-1)?.decision !== "roll-back") ended.add(`${threadId}:${run}`);
    expect(ended.size).toBeGreaterThan(KILLS);

    const kept = new Set<string>();
    for await (const { checkpoint } of saver.list({
      configurable: { checkpoint_ns: "langgraph-rollback-learning" },
    }))
      for (const value of Object.values(checkpoint.channel_values))
        kept.add(String(Reflect.get(Object(value), "run")));
    expect([...ended].filter((run) => !kept.has(run))).toEqual([]);
    expect([...kept].filter((run) => !ended.has(run))).toEqual([]);

    // Whoever reads, now or again, sees the same versions in the same order.
    const [one] = await readLearning(saver);
    const [other] = await readLearning(postgres.open());
    expect(other).toEqual(one);
    const versions = one?.states.filter(({ change }) => change === "version") ?? [];
    expect(versions.length).toBeGreaterThan(1);
    const failures = one?.states.map((state) => state.failures) ?? [];
    expect(failures).toEqual(failures.toSorted((a, b) => a - b));

    // Both take the newest.
    for (const name of ["next", "other"]) {
      await learningAgent(postgres.open()).invoke({}, onThread(name));
      const [run] = await readHistory(saver, onThread(name));
      expect(run?.attempts[0]?.recovery?.learnt?.version).toBe(one?.state.version.id);
    }
  });
});
