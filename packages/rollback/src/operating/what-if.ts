import type { RunnableConfig } from "@langchain/core/runnables";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { InputOf, OutputOf, RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { planReplay, recordedRun } from "../replay/plan-replay.ts";
import { replayConfig } from "../replay/replay-config.ts";
import { replayInSandbox } from "../replay/replay-in-sandbox.ts";
import type { ReplayOptions } from "../replay/replay-options.ts";
import type { Replay } from "../replay/replay-result.ts";
import { replayedGraph } from "../replay/replayed-graph.ts";
import type { CallConfig } from "../streams/call-config.ts";
import { checkRequest, checkStep, type ActionRequest } from "./request.ts";
import { asSeen } from "./seen.ts";

/** A retry on a copy that a person asks for. */
export interface WhatIfRequest extends ActionRequest, Pick<ReplayOptions, "note" | "update"> {
  /** Index of the first step that runs again; the graph may have to go back further. */
  readonly step: number;
}

/** Rules by which calls are answered on the copy: the agent's own options of `replay`. */
export type WhatIfRules<Input = unknown, Output = unknown> = Omit<
  ReplayOptions<Input, Output>,
  "from" | "note" | "update" | "repeat" | "onReplay" | "checkpointer"
>;

/**
 * Tries a retry from a step on a copy in memory, because a person wants to know what would come of it. The thread, its history and its effects stay as they are; nothing is written, and nobody has to wait.
 *
 * Models are asked anew. Acts follow the rules of `replay`: the same call is given its recorded answer, what only reads runs, and any other act is not done and ends the what-if as inconclusive, unless
 * `rules` say otherwise.
 *
 * @param graph  with its checkpointer; with rollback or without
 * @param config names the thread. The rest of it is the call's: `context`, `signal`, `callbacks`
 * @returns the replay; the thread's own last attempt is what it is to be compared with
 * @throws {ThreadMovedError} if the thread has moved since the person has looked at it; nothing is run
 * @throws {ActionRefusedError} if somebody else has acted on it
 * @throws {InvalidOptionError} if something of the request has a value that it cannot have
 * @throws what `replay` throws
 *
 * @example
 * const { expected } = await previewActions(agent, config);
 * const tried = await whatIf(agent, config, { step: 3, note: "Book the later train.", by: "ada", expected });
 * console.log(tried.status, tried.calls.filter(({ answer }) => answer === "refused"));
 */
export async function whatIf<G extends RollbackTarget>(
  graph: G,
  config: RunnableConfig,
  request: WhatIfRequest,
  rules?: WhatIfRules<InputOf<G>, OutputOf<G>>,
): Promise<Replay<OutputOf<G>>>;
export async function whatIf(
  graph: RollbackTarget,
  config: CallConfig,
  request: WhatIfRequest,
  rules: WhatIfRules = {},
): Promise<Replay> {
  const { expected, note, step, update } = request;
  checkRequest(request);
  checkStep(step);
  const threadId = threadIdOf(config);
  const options: ReplayOptions = {
    ...rules,
    from: step,
    ...(note === undefined ? {} : { note }),
    ...(update === undefined ? {} : { update }),
  };
  const replayed = replayedGraph(graph, options);
  await asSeen(replayed, threadId, { expected });
  const run = await recordedRun(replayed, config);
  const { length } = run.trajectory.steps;
  if (step >= length)
    throw new InvalidOptionError("step", `less than ${length}, the number of the thread's steps`, step);
  const plan = await planReplay(replayed, run, options, config.signal);
  // The run that was read is the one that the person has seen, or it is refused.
  await asSeen(replayed, threadId, { expected });
  return replayInSandbox(replayed, plan, options, replayConfig(config));
}
