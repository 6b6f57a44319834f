import type { Redact } from "@langgraph-rollback/attribution";
import type { RunnableConfig } from "@langchain/core/runnables";

import { isToolNode } from "../effects/intercepting/seen-tools.ts";
import type { CompiledGraph, RollbackTarget } from "../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { graphInside, readStep } from "../reading/read-step.ts";
import { copyOf } from "../setup/rollback-context.ts";
import { isMiddlewareChannel } from "../steps/middleware-channels.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import { causeOf } from "./baseline-cause.ts";
import { type Difference, differenceOf } from "./difference.ts";
import { planReplay, recordedRun } from "./plan-replay.ts";
import { replayConfig } from "./replay-config.ts";
import { replayOnce } from "./replay-once.ts";
import type { Replay } from "./replay-result.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { replayedGraph } from "./replayed-graph.ts";

/** Whether a run that is replayed with its recorded answers does what it did. */
export interface Baseline {
  /**
   * "faithful": each step wrote what it wrote in the recorded run. "degraded": one did not, so a replay may differ from the run for that reason alone. "unknown": it cannot be
   * had, such as where no model calls were recorded.
   */
  readonly status: "faithful" | "degraded" | "unknown";
  /** In sentences. */
  readonly reason: string;
  /** Index of the first step that differs. */
  readonly step?: number;
  /**
   * Its likely cause, by what differs: "time" where two values are the same but for times; "randomness" where two replays differ, too; "hidden-state" where a node
   * depends on what is neither in the graph's state nor recorded.
   */
  readonly cause?: "time" | "randomness" | "hidden-state";
}

/** Facts about the graph for a baseline, as for `replay`. */
export type BaselineOptions = Pick<ReplayOptions, "effects" | "nodes" | "checkpointer" | "clock" | "ids">;

/**
 * Replays a run with the recorded answers of its models and tools, and compares what each step wrote with what it wrote in the recorded run. No model and no tool runs: a
 * call without a recorded answer ends it. Answers of models are there if the run was recorded with `record: { models: true }`.
 *
 * @param config names the thread, and with a `checkpoint_id` the run, as for `replay`
 * @throws what `replay` throws
 *
 * @example
 * const { status, reason } = await replayBaseline(agent, { configurable: { thread_id: "tickets-1" } });
 */
export async function replayBaseline(
  graph: RollbackTarget,
  config: RunnableConfig,
  given: BaselineOptions = {},
): Promise<Baseline> {
  const options = { ...given, from: 0, note: false as const };
  const replayed = { ...replayedGraph(graph, options), verify: undefined };
  const run = await recordedRun(replayed, config);
  const plan = await planReplay(replayed, run, options, config.signal);
  const steps = stepsOf(replayed.graph, { checkpointer: replayed.saver, trajectory: run.trajectory });
  const compared = async (): Promise<{ readonly again: Replay; readonly found: Found | undefined }> => {
    const again = await replayOnce(replayed, plan, options, { ...replayConfig(config), isBaseline: true });
    const isWhole = again.status !== "inconclusive";
    const { redact } = replayed;
    return {
      again,
      found: await firstDifference(steps, stepsOf(replayed.graph, again), { isWhole, redact }),
    };
  };
  const first = await compared();
  if (first.found === undefined) {
    if (first.again.status === "inconclusive") return { status: "unknown", reason: first.again.reason };
    return {
      status: "faithful",
      reason: `Each of ${steps.length} steps wrote what it wrote in the recorded run.`,
    };
  }
  const { step, difference } = first.found;
  const cause = causeOf(difference, (await compared()).found?.difference);
  const { agent } = run.trajectory.steps[step] ?? { agent: "" };
  const at = difference.path === "" ? "" : ` at \`${difference.path}\``;
  return {
    status: "degraded",
    step,
    cause,
    reason: `Step ${step + 1} (${agent}) differs from the recorded one${at}: ${WORDS[cause]}.`,
  };
}

const WORDS: Readonly<Record<NonNullable<Baseline["cause"]>, string>> = {
  time: "it holds the time",
  randomness: "two replays differ there, too",
  "hidden-state": "it depends on something that is neither in the state nor recorded",
};

/** Writes of a step, to compare it by. */
interface WrittenStep {
  readonly index: number;
  readonly written: () => Promise<unknown>;
}

interface Found {
  readonly step: number;
  readonly difference: Difference;
}

function stepsOf(
  graph: CompiledGraph,
  { checkpointer, trajectory: { steps, threadId } }: Pick<Replay, "checkpointer" | "trajectory">,
): readonly WrittenStep[] {
  const source = copyOf(graph);
  source.checkpointer = checkpointer;
  return steps
    .filter((step) => !isInsideTool(graph, step))
    .map((step) => ({ index: step.index, written: () => writtenBy(source, threadId, step) }));
}

/** Whether a step ran inside of a ToolNode's tool, such as a subagent's: a recorded answer stands for all of it. */
function isInsideTool(graph: CompiledGraph, { enclosing }: RecordedStep): boolean {
  return enclosing.some(({ node }, depth) =>
    isToolNode(graphInside(graph, enclosing.slice(0, depth))?.nodes[node]?.bound),
  );
}

async function writtenBy(graph: CompiledGraph, threadId: string, step: RecordedStep): Promise<unknown> {
  const { writes } = await readStep(graph, checkpointConfig(threadId), step);
  const { error, origin } = step;
  return {
    node: origin.node,
    ...(error === undefined ? {} : { error }),
    writes: writes.filter(([channel]) => !isMiddlewareChannel(channel)),
  };
}

/** @param how.isWhole whether the replay came to its end: a step that it lacks is a difference then */
async function firstDifference(
  recorded: readonly WrittenStep[],
  replayed: readonly WrittenStep[],
  { isWhole, redact }: { readonly isWhole: boolean; readonly redact: Redact | undefined },
): Promise<Found | undefined> {
  const length = isWhole ? Math.max(recorded.length, replayed.length) : replayed.length;
  for (let place = 0; place < length; place += 1) {
    const [then, now] = [recorded[place], replayed[place]];
    const difference = differenceOf(await then?.written(), await now?.written(), redact);
    if (difference !== undefined) return { step: (then ?? now)?.index ?? place, difference };
  }
  return undefined;
}
