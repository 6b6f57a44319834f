import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { plainTrajectory, readTrajectory, rewind, withRollback } from "langgraph-rollback";

import type { MeasuredCheckpointer } from "./checkpointers.ts";
import { costOfEach } from "./cost-of.ts";
import { loopConfig, loopInput, loopingGraph, type StateKind } from "./looping-graph.ts";
import type { Measure, Measurements } from "./series.ts";

/** Sizes and kinds of the measured runs. */
export interface StepSizes {
  readonly kind: StateKind;
  /** Supersteps of a run. */
  readonly sizes: readonly number[];
  /** How often runs of up to 1,000 supersteps are measured; longer ones are measured once. */
  readonly rounds: number;
  /** The longest run that is read from its checkpoints: each checkpoint of a conversation holds all messages before it. */
  readonly longestStored: number;
}

/** Supersteps of a round at the least: short runs are repeated, each on a thread of its own. */
const LEAST_STEPS = 200;
const LONG = 1000;
const READINGS = 5;
const REWINDS = 30;
/** Steps between a rewind and the nearer end of the run. */
const MARGIN = 2;

/**
 * Records runs of growing length without and with rollback in turns, reads them and rewinds them.
 *
 * @returns one run of each length
 */
export async function growBySteps(
  checkpointer: MeasuredCheckpointer,
  { kind, sizes, rounds, longestStored }: StepSizes,
  { add }: Measurements,
): Promise<ReadonlyMap<number, Trajectory>> {
  const read = new Map<number, Trajectory>();
  const { name, clock } = checkpointer;
  for (let round = 0; round < rounds; round += 1)
    for (const size of sizes) {
      if (round > 0 && size > LONG) continue;
      const note = (what: string, value: number, unit: Measure["unit"] = "milliseconds"): void =>
        add({ operation: what, state: kind, dimension: "steps", checkpointer: name, unit }, size, value);
      const threads = Math.ceil(LEAST_STEPS / size);
      const each = (work: (config: ReturnType<typeof loopConfig>) => Promise<unknown>): Promise<number> =>
        costOfEach(clock, threads, (thread) => work(loopConfig(`thread ${thread}`, size)));

      const bare = loopingGraph(await checkpointer.fresh(), kind);
      const bareTime = await each((config) => bare.invoke(loopInput(size), config));
      const bareBytes = (await checkpointer.bytes()) / threads;
      const saver = await checkpointer.fresh();
      const graph = withRollback(loopingGraph(saver, kind), { verify: () => true });
      const time = await each((config) => graph.invoke(loopInput(size), config));
      const bytes = (await checkpointer.bytes()) / threads;
      note("recording a run", time);
      note("recorded run", bytes, "bytes");
      note("time of the bare run", time / bareTime, "times");
      note("bytes of the bare run", bytes / bareBytes, "times");

      // The findings of the first reading are known to those after it.
      note("first reading, live", await each((config) => readTrajectory(graph, config)));
      const thread = loopConfig("thread 0", size);
      const again = (source: typeof graph): Promise<number> =>
        costOfEach(clock, READINGS, () => readTrajectory(source, thread));
      note("reading, live", await again(graph));
      if (size <= longestStored) note("reading, from checkpoints", await again(loopingGraph(saver, kind)));

      const trajectory = await readTrajectory(graph, thread);
      const rewinding = (step: number): Promise<number> => {
        const checkpoint = trajectory.steps[step]?.origin.before ?? "";
        const updates = { said: "Look again." };
        return costOfEach(clock, REWINDS, () => rewind(graph, thread, { checkpoint, updates }));
      };
      note("rewinding to an early step", await rewinding(MARGIN));
      note("rewinding to a late step", await rewinding(size - 1 - MARGIN));
      read.set(size, plainTrajectory(trajectory));
    }
  return read;
}
