import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory } from "langgraph-rollback";
import { expect } from "vitest";

import { brokenLaws } from "./effect-laws.ts";
import { threeActs, thread } from "./three-acts.ts";
import type { World } from "./world.ts";

const run = promisify(execFile);

/** What a worker is given beside the point at which to die. */
export interface Workplace {
  readonly program: string;
  readonly args: readonly string[];
  readonly saver: BaseCheckpointSaver;
  readonly world: World;
}

/** Kills a process at a point, lets another one continue, and expects that every law holds. */
export async function expectRightAfterKill(
  { program, args, saver, world }: Workplace,
  dieAt: string,
): Promise<void> {
  const killed = await run(process.execPath, [program, ...args, dieAt]).catch((error: unknown) => error);
  expect({ dieAt, killed }).toMatchObject({ dieAt, killed: { signal: "SIGKILL" } });
  await run(process.execPath, [program, ...args, "never"]);
  const graph = threeActs(world, saver, (_, carryOut) => Promise.resolve(carryOut()));
  const { values, next } = await graph.getState(thread);
  const runs = await readHistory(graph, thread);
  const ended = {
    runs,
    values,
    isWhole: next.length === 0,
    hasSubgraphs: false,
    undoneAt: new Map(),
    decidedAgain: [],
    processes: 2,
    surprises: [],
  };
  const held = world.effects.filter(({ holds }) => holds);
  expect({
    dieAt,
    broken: brokenLaws(ended, world),
    next,
    runs: runs.map(({ status, attempts }) => [status, attempts.length]),
    held: held.map(({ name, attempt }) => `${name} ${attempt}`).toSorted(),
    decisions: world.count("decide 1") - 1,
  }).toEqual({
    dieAt,
    broken: [],
    next: [],
    runs: [["recovered", 2]],
    held: ["book 1", "order 2", "pay 2"],
    // A process that dies before its decision is stored has decided nothing; one that is stored is not made again.
    decisions: dieAt === "before record 1" ? 2 : 1,
  });
}
