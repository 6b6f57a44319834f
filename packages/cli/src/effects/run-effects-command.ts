import { printable } from "@langgraph-rollback/inspector/shared";
import { type EffectRecord, readHistory, type RunHistory, settleHeld } from "langgraph-rollback";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { withRuns } from "../replaying/recorded-runs.ts";
import { on } from "../acting/acted-run.ts";
import type { EffectsCommandOptions } from "./effects-options.ts";
import { graphOver } from "./graph-over.ts";
import { listSettleable, settleOne } from "./settle-one.ts";
import type { Output } from "../terminal/output.ts";

/** The effects that an attempt tells of. */
interface ListedEffects {
  /** Present for a run before the thread's last one, of which only acts are listed that still wait. */
  readonly earlier?: true;
  readonly attempt: number;
  readonly effects: readonly EffectRecord[];
}

/**
 * Decides about the acts that a thread holds, if that is asked for, and lists them. Else lists the effects of its last run, and what earlier runs still hold.
 *
 * @throws {CommandFailedError} if acts that were to be released are not
 */
export async function runEffectsCommand(
  where: string,
  options: EffectsCommandOptions,
  output: Output,
): Promise<void> {
  const { json } = options;
  const runs = await runsIn(where, options);
  if (options.effect !== undefined || options.undo === true) return settleOne(runs, options, output);
  if (options.graph !== undefined && options.release === undefined && options.discard === undefined)
    return listSettleable(runs, options, output);
  const settled = await decided(runs, options);
  const listed = settled ?? runs.flatMap(listedOf);
  if (json === true) output.print(JSON.stringify(listed, undefined, 2));
  else {
    const lines = listed.flatMap(linesOf);
    const none = settled === undefined ? "The last run tells of no effect." : "Nothing is held.";
    output.print(lines.length === 0 ? none : lines.join("\n"));
  }
  const isLeft = settled?.some(({ effects }) => effects.some(({ standing }) => standing === "not-released"));
  if (isLeft === true) throw new CommandFailedError("Not all acts could be carried out.");
}

/** A thread's runs, newest first. */
function runsIn(where: string, options: EffectsCommandOptions): Promise<readonly RunHistory[]> {
  const { thread } = options;
  return withRuns(where, options, async ({ checkpointer }) => {
    const runs = await readHistory(checkpointer, { configurable: { thread_id: thread } });
    if (runs.length === 0)
      throw new CommandFailedError(`Thread "${printable(thread)}" has no run with rollback.`);
    return runs;
  });
}

function listedOf({ attempts }: RunHistory, nth: number): readonly ListedEffects[] {
  if (nth === 0) return attempts.map(({ attempt, effects = [] }) => ({ attempt, effects }));
  return attempts.flatMap(({ attempt, effects = [] }) => {
    const waiting = effects.filter(({ standing }) => standing === "held" || standing === "not-released");
    return waiting.length === 0 ? [] : [{ earlier: true as const, attempt, effects: waiting }];
  });
}

/** The acts that were decided about; `undefined` where nothing is to be. */
async function decided(
  [last]: readonly RunHistory[],
  { discard, graph: spec, release, thread }: EffectsCommandOptions,
): Promise<readonly ListedEffects[] | undefined> {
  if (release === true && discard === true)
    throw new UsageError("Expected `--release` or `--discard`, got both.");
  if (release === undefined && discard === undefined) return undefined;
  if (spec === undefined)
    throw new UsageError("Pass `--graph MODULE#EXPORT`, the agent whose tools carry out what is held.");
  const graph = await graphOver(spec, thread, last);
  const effects = await settleHeld(graph, on(thread), release === true ? "release" : "discard");
  return effects.map((effect) => ({ attempt: effect.attempt, effects: [effect] }));
}

const linesOf = ({ attempt, earlier, effects }: ListedEffects): readonly string[] =>
  effects.map(({ args, key, name, problem, standing }) => {
    const doubts = [problem?.message, standing === "not-released" ? `key ${key}` : undefined].filter(
      (each) => each !== undefined,
    );
    return printable(
      `${earlier === true ? "an earlier run, " : ""}attempt ${attempt}, ${standing}: ${name} ${args}${doubts.length === 0 ? "" : ` (${doubts.join("; ")})`}`,
    );
  });
