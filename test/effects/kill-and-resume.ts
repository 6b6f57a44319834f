import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, type ThreadLock } from "langgraph-rollback";
import { expect } from "vitest";

import { printedBy, runToEnd } from "../fixtures/worker-end.ts";
import { brokenLaws } from "./effect-laws.ts";
import { goOn, thread, threeActs } from "./three-acts.ts";
import type { World } from "./world.ts";

/** Setting of a worker that dies, and of the process that comes after it. */
export interface Workplace {
  readonly program: string;
  /** Arguments of the worker beside the point at which to die. */
  readonly args: readonly string[];
  readonly saver: BaseCheckpointSaver;
  readonly world: World;
  /** Whether the process that continues is the test's own, or one that is started for it. */
  readonly next: "here" | "started";
  /** As the worker locks. */
  readonly lock?: ThreadLock;
}

/** Kills a process at a point, lets another one continue, and expects that every law holds. */
export async function expectRightAfterKill(
  { program, args, saver, world, next: who, lock }: Workplace,
  dieAt: string,
): Promise<void> {
  const killed = await runToEnd(program, [...args, dieAt]);
  expect({ dieAt, killed }).toMatchObject({ dieAt, killed: { signal: "SIGKILL" } });
  const graph = threeActs(world, saver, (_, carryOut) => Promise.resolve(carryOut()), lock);
  if (who === "here") await goOn(graph, saver);
  else await printedBy(runToEnd(program, [...args, "never"]));
  const { values, next } = await graph.getState(thread);
  const runs = await readHistory(graph, thread);
  const ended = {
    runs,
    own: runs.length,
    heldBefore: new Set<string>(),
    calledBefore: new Set<string>(),
    undosBefore: 0,
    values,
    isWhole: next.length === 0,
    keepsInside: false,
    seesAllEnds: false,
    undoneAt: new Map(),
    decidedAgain: [],
    stops: 1,
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
