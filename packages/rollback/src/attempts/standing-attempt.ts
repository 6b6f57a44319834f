import type { Attempt, EndedAttempt } from "./attempt.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { shapedChunk, streamModesOf } from "../streams/chunk-shape.ts";
import { CheckpointerFailedError } from "../errors/checkpointer-failed-error.ts";
import { problemOf } from "../history/give-up.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";

/** @internal The latest attempt of a run that ended with an output. The verifier has rejected it. */
export interface StandingAttempt {
  readonly number: number;
  readonly output: unknown;
}

/**
 * @internal Whether an earlier attempt's output is a run's result after all: without rollback, the run would have had it.
 * The last attempt broke off because the checkpointer failed, which says nothing about the user's graph.
 *
 * @returns why the last attempt's own end is not the run's; `undefined` if it is
 */
export function whyItStands(
  { saver }: RollbackContext,
  { number }: Attempt,
  { error: cause }: EndedAttempt,
  standing: StandingAttempt | undefined,
): RollbackProblem | undefined {
  if (standing === undefined || !saver.hasThrown(cause)) return undefined;
  return problemOf(new CheckpointerFailedError(number, standing.number, { cause }));
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
