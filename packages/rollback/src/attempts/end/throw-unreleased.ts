import { ReleaseFailedError } from "../../errors/release-failed-error.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";

/**
 * @internal Ends the call of a run by an error, if an act that it had held could not be carried out and that is asked for.
 *
 * @throws {ReleaseFailedError} with the run's result
 */
export function throwUnreleased(
  { options }: RollbackContext,
  { effects = [] }: AttemptRecord,
  output: unknown,
): void {
  if (options.effects?.onReleaseFailure !== "throw") return;
  const failed = effects.find(
    ({ standing, problem }) => standing === "not-released" && problem !== undefined,
  );
  if (failed === undefined) return;
  const cause = new Error(failed.problem?.message);
  throw new ReleaseFailedError(failed.name, failed.key, { cause, output });
}
