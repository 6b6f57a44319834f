import { handlingsOfTools } from "../../effects/intercepting/handlings-of-tools.ts";
import { RunEffects } from "../../effects/run-effects.ts";
import type { RollbackProblem } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import { isNewInput } from "../../langgraph/is-new-input.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "./attempt.ts";
import { keepProblems } from "./keep-problems.ts";
import { takeOverEffects } from "./take-over-effects.ts";

type OfRun = Pick<Attempt, "run" | "threadId">;

/** By the context of a call and the run, for as long as the call lasts. */
const held = new WeakMap<RollbackContext, Map<string, RunEffects>>();

/**
 * @internal The effects of a run, read from its journal where this call has not seen the run begin. `undefined` where the graph declares none.
 *
 * @throws {EffectsUnreadableError} if some of what is stored cannot be read
 */
export async function effectsOf(context: RollbackContext, attempt: OfRun): Promise<RunEffects | undefined> {
  const known = held.get(context)?.get(attempt.run);
  if (known !== undefined || context.options.effects === undefined) return known;
  const effects = heldFor(context, attempt);
  try {
    await effects?.load();
    return effects;
  } catch (error) {
    // Asked again, they are read again: what could not be read is not nothing.
    releaseEffects(context, attempt);
    throw error;
  }
}

/**
 * @internal The same for an attempt that is about to run. If they cannot be read, the attempt must not run; one that is only observed runs, and its effects
 * are not noted down.
 */
export async function effectsToNote(
  context: RollbackContext,
  attempt: Attempt,
): Promise<{ readonly effects: RunEffects | undefined; readonly problems: readonly RollbackProblem[] }> {
  try {
    return { effects: await effectsToRun(context, attempt), problems: [] };
  } catch (error) {
    if (context.options.mode !== "observe") throw error;
    const problems = [problemOf(error)];
    await keepProblems(context, attempt, problems);
    return { effects: undefined, problems };
  }
}

/** Of a run that begins with the attempt, nothing is stored yet. */
async function effectsToRun(context: RollbackContext, attempt: Attempt): Promise<RunEffects | undefined> {
  const { number, start, call, continues } = attempt;
  const begins = number === 1 && start.kind === "call" && isNewInput(call);
  const effects = begins ? heldFor(context, attempt) : await effectsOf(context, attempt);
  if (effects !== undefined && continues !== undefined) {
    const earlier = await effectsOf(context, { ...attempt, run: continues.run });
    // Acts under way when it was aborted may continue.
    await earlier?.settled(attempt.config.signal);
    if (earlier !== undefined) await takeOverEffects(context, attempt, effects, earlier);
    releaseEffects(context, continues);
  }
  return effects;
}

/** @internal Forgets a run that is over. */
export function releaseEffects(context: RollbackContext, { run }: Pick<Attempt, "run">): void {
  held.get(context)?.delete(run);
}

function heldFor(context: RollbackContext, { run, threadId }: OfRun): RunEffects | undefined {
  const { graph, saver, options } = context;
  if (options.effects === undefined) return undefined;
  const effects = new RunEffects(
    options.effects,
    { saver, threadId, run },
    options.clock,
    handlingsOfTools(graph),
    (problem, number) => keepProblems(context, { threadId, run, number }, [problemOf(problem)]),
  );
  const runs = held.get(context) ?? new Map<string, RunEffects>();
  held.set(context, runs.set(run, effects));
  return effects;
}
