import { printable } from "@langgraph-rollback/inspector/shared";
import { type EffectRecord, readHistory, settleHeld } from "langgraph-rollback";

import { loadGraph } from "../data/load-graph.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { withRuns } from "../replaying/recorded-runs.ts";
import type { Output } from "../terminal/output.ts";

/** A thread, and what is to become of what it holds. */
export interface EffectsCommandOptions extends WhereOptions {
  readonly thread: string;
  readonly graph?: string;
  readonly release?: true;
  readonly discard?: true;
  readonly json?: true;
}

/** Decides about the acts that a thread's last run holds, if that is asked for, and lists its effects. */
export async function runEffectsCommand(
  where: string,
  options: EffectsCommandOptions,
  output: Output,
): Promise<void> {
  const { json, thread } = options;
  const on = { configurable: { thread_id: thread } };
  await decide(options);
  const attempts = await withRuns(where, options, async ({ checkpointer }) => {
    const [run] = await readHistory(checkpointer, on);
    if (run === undefined)
      throw new CommandFailedError(`Thread "${printable(thread)}" has no run with rollback.`);
    return run.attempts.map(({ attempt, effects = [] }) => ({ attempt, effects }));
  });
  if (json === true) {
    output.print(JSON.stringify(attempts, undefined, 2));
    return;
  }
  const lines = attempts.flatMap(({ attempt, effects }) => effects.map((effect) => lineOf(attempt, effect)));
  output.print(lines.length === 0 ? "The last run tells of no effect." : lines.join("\n"));
}

async function decide({ discard, graph: spec, release, thread }: EffectsCommandOptions): Promise<void> {
  if (release === true && discard === true)
    throw new UsageError("Expected `--release` or `--discard`, got both.");
  if (release === undefined && discard === undefined) return;
  if (spec === undefined)
    throw new UsageError("Pass `--graph MODULE#EXPORT`, the agent whose tools carry out what is held.");
  const { graph } = await loadGraph(spec);
  await settleHeld(graph, { configurable: { thread_id: thread } }, release === true ? "release" : "discard");
}

const lineOf = (attempt: number, { args, name, problem, standing }: EffectRecord): string =>
  printable(
    `attempt ${attempt}, ${standing}: ${name} ${args}${problem === undefined ? "" : ` (${problem.message})`}`,
  );
