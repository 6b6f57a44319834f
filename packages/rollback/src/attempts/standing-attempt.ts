import { CheckpointerFailedError } from "../errors/checkpointer-failed-error.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { shapedChunk, streamModesOf } from "../streams/chunk-shape.ts";
import type { Attempt, EndedAttempt } from "./attempt.ts";

/** @internal The latest attempt of a run that returned an output. The verifier has rejected it. */
export interface StandingAttempt {
  readonly number: number;
  readonly output: unknown;
}

/** @internal An attempt that was rolled back as one whose output may stand; `undefined` if it gave none. */
export function standingAfter({ attempt: { number }, end }: EndedAttempt): StandingAttempt | undefined {
  return end.kind === "returned" ? { number, output: end.output } : undefined;
}

/**
 * @internal Whether an earlier attempt's output is a run's result after all: without rollback, the run would have had it.
 * The last attempt broke off because the checkpointer failed, which says nothing about the user's graph.
 *
 * @returns why the last attempt's own end is not the run's; `undefined` if it is
 */
export function whyItStands(
  { saver }: RollbackContext,
  { attempt: { number }, end }: EndedAttempt,
  standing: StandingAttempt,
): RollbackProblem | undefined {
  if (end.kind !== "threw" || !saver.hasThrown(end.error)) return undefined;
  return problemOf(new CheckpointerFailedError(number, standing.number, { cause: end.error }));
}

/** @internal Streams an output once more, for those who take a run's last values for its result, as `invoke` does. */
export function* outputAgain(
  { graph }: RollbackContext,
  { config }: Attempt,
  output: unknown,
): Generator<unknown, void> {
  if (!streamModesOf(graph, config).includes("values")) return;
  config.chunkLog?.give();
  yield shapedChunk(config, [], "values", output);
}
