import type { RunnableConfig } from "@langchain/core/runnables";
import type { Redact } from "@langgraph-rollback/attribution";

import { A_FUNCTION, type OptionCheck } from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import { REPLAY_CHECKS, type ReplayOptions } from "./replay-options.ts";

/** How `playRecording` goes about it. */
export interface PlayOptions<Input = unknown, Output = unknown> extends Pick<
  ReplayOptions<Input, Output>,
  "verify" | "tools" | "nodes" | "effects" | "clock" | "ids"
> {
  /**
   * Fate of a call of a model or a tool that is not in the recording. "fail": the run ends as inconclusive. "run": the model is asked; a tool runs if it is declared as
   * read-only. `tools: { name: "run" }` runs a tool in both cases. Default "fail".
   */
  readonly onMiss?: "fail" | "run";
  /** The function that the recording was redacted with. Default: the `record.redact` of a graph with rollback. */
  readonly redact?: Redact;
  /** Config of the run: `context`, `signal`, `configurable`. A recording holds none. */
  readonly config?: RunnableConfig & { readonly context?: unknown };
}

const { verify, tools, nodes, effects, clock, ids } = REPLAY_CHECKS;

const CHECKS: Readonly<Record<keyof PlayOptions, OptionCheck>> = {
  verify,
  tools,
  nodes,
  effects,
  clock,
  ids,
  redact: A_FUNCTION,
  onMiss: { expected: '"fail" or "run"', holds: (value) => value === "fail" || value === "run" },
  config: { expected: "a config", holds: (value) => typeof value === "object" && value !== null },
};

/** @internal @throws {InvalidOptionError | UnknownOptionError} */
export const checkPlayOptions = (options: PlayOptions): void => checkOptions(options, CHECKS);
