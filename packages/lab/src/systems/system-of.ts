import { Command, isInterrupted } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { plantedFaultNote } from "@langgraph-rollback/example-simulation";
import {
  type InputOf,
  type OutputOf,
  plainTrajectory,
  readTrajectory,
  RecordingSaver,
  type RollbackTarget,
  type VerifierRun,
  withRollback,
} from "langgraph-rollback";
import { plantFaults } from "langgraph-rollback/faults";
import { pilotRuns } from "langgraph-rollback/pilot";
import { labelByReplay, type LabelReplay, replay } from "langgraph-rollback/replay";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { numberedIds } from "./numbered-ids.ts";
import type { ArmOptions, System, SystemTask } from "./system.ts";
import { told } from "./told.ts";

interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

/** A person's answer to what a run asks; it leads to no node and updates nothing. */
type Answer = Command<unknown, Record<string, never>, never>;

/** Parts that make a system of a graph. */
interface SystemParts<G extends RollbackTarget> extends Pick<
  System,
  "name" | "problems" | "longestRun" | "tokens"
> {
  /** The graph on a checkpointer; without one it is not run itself. */
  readonly graph: (checkpointer?: BaseCheckpointSaver) => G;
  readonly input: (task: SystemTask) => InputOf<G>;
  readonly verify: (run: Pick<VerifierRun<InputOf<G>, OutputOf<G>>, "output">) => {
    readonly ok: boolean;
    readonly reason?: string;
  };
  /** Calls the graph: with an input, with `null` to go on, or with a person's answer. */
  readonly invoke: (
    graph: G,
    input: InputOf<G> | Answer | null,
    config: ThreadConfig,
  ) => Promise<OutputOf<G>>;
  /** Steps that work on the problem: a fault can be planted there. Default: all. */
  readonly isWork?: (node: string) => boolean;
  /** Effects of its tools outside of it. Default: it has no tools. */
  readonly effects?: NonNullable<ArmOptions["effects"]>;
  /** The first mistake of a run, 0-based, where the simulation knows it. */
  readonly mistakeOf: (task: SystemTask, trajectory: Trajectory) => number | undefined;
}

const onThread = (threadId: string): ThreadConfig => ({ configurable: { thread_id: threadId } });

/** A system whose faults are planted by a note that the simulated model understands. */
export function systemOf<G extends RollbackTarget>(parts: SystemParts<G>): System {
  const {
    effects,
    graph,
    input,
    invoke,
    isWork = () => true,
    longestRun,
    mistakeOf,
    name,
    problems,
    tokens,
    verify,
  } = parts;
  return {
    name,
    problems,
    tokens,
    ...(longestRun === undefined ? {} : { longestRun }),
    async plant(task, { eligible, ...planting }) {
      const planted = plantFaults(graph(), [{ id: task.id, input: input(task) }], {
        ...planting,
        eligible: (step, trajectory) => isWork(step.origin.node) && eligible(step, trajectory),
        ids: numberedIds(task.id),
        verify,
        fault: ({ seed }) => ({ note: plantedFaultNote(seed) }),
      });
      for await (const run of planted) return run;
      throw new Error("Expected one run for one task, got none.");
    },
    async run(task, { saver, threadId }) {
      const recorded = graph(new RecordingSaver(saver));
      const output = await invoke(recorded, input(task), onThread(threadId));
      const trajectory = {
        ...plainTrajectory(await readTrajectory(recorded, onThread(threadId))),
        id: task.id,
      };
      const mistake = mistakeOf(task, trajectory);
      return { ok: verify({ output }).ok, trajectory, ...(mistake === undefined ? {} : { mistake }) };
    },
    async rollBack({ saver, threadId }, options, onJudged, verdictOn) {
      const wrapped = withRollback(graph(saver), {
        ...options,
        ...(effects && { effects }),
        ids: numberedIds(`${threadId}/rollback`),
        verify: (run) => {
          const truth = verify(run);
          return told(verdictOn?.({ ...run, ok: truth.ok }) ?? truth, run, onJudged);
        },
      });
      let output = await invoke(wrapped, null, onThread(threadId));
      // A person who is asked has no better idea.
      while (isInterrupted(output))
        output = await invoke(wrapped, new Command({ resume: { decision: "decline" } }), onThread(threadId));
      return verify({ output }).ok;
    },
    async pilot(task, options, onFirst = () => {}) {
      const tasks = [{ id: task.id, input: input(task) }];
      const piloted = pilotRuns(graph(), tasks, {
        ...options,
        ...(effects && { effects }),
        ids: numberedIds(task.id),
        verify,
        truth: async (run) => {
          const { ok } = verify(run);
          if (run.attempt > 1) return ok;
          const trajectory = { ...plainTrajectory(await run.trajectory()), id: task.id };
          const mistake = mistakeOf(task, trajectory);
          onFirst({ ok, trajectory, ...(mistake === undefined ? {} : { mistake }) });
          return ok;
        },
      });
      for await (const run of piloted) return run;
      throw new Error("Expected one run for one task, got none.");
    },
    label({ saver, threadId }) {
      const options = { verify, ids: numberedIds(`${threadId}/label`) };
      return labelByReplay(graph(saver), onThread(threadId), options);
    },
    async replayFrom({ saver, threadId }, starts) {
      const ids = numberedIds(`${threadId}/replay`);
      const made: Pick<LabelReplay, "start" | "status">[] = [];
      for (const from of starts)
        for (const { rewind, status } of await replay(graph(saver), onThread(threadId), {
          verify,
          ids,
          from,
        }))
          made.push({ start: rewind.step, status });
      return made;
    },
    async retryNodes({ saver, threadId }) {
      const retrying = Object.assign(graph(saver), { retryPolicy: { maxAttempts: 4 } });
      return verify({ output: await invoke(retrying, null, onThread(threadId)) }).ok;
    },
  };
}
