import { type Label, labelsView } from "@langgraph-rollback/inspector";
import { LAST_RECOVERING_START, printable, REPLAY } from "@langgraph-rollback/inspector/shared";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { RecordedRuns } from "../replaying/recorded-runs.ts";

/** A failed first attempt. */
export interface Failure {
  readonly thread: string;
  readonly run: string;
  readonly attempt: number;
}

/** More threads than anybody has. */
const ALL = 1_000_000;

/**
 * The failed first attempts that have no label by replay, in the random order of the queue of labels. A sample of them is a fair one, wherever labelling
 * stops.
 *
 * @param labels that stand
 * @throws {CommandFailedError} if no first attempt has failed
 */
export async function failuresToLabel(
  { source }: RecordedRuns,
  labels: readonly Label[],
): Promise<readonly Failure[]> {
  // Attempts that people have labelled would come first or drop out. Replays do not depend on that.
  const { queue } = await labelsView(source, { list: async () => [] }, { threads: ALL });
  const first = queue.filter(({ attempt }) => attempt === 1);
  if (first.length === 0)
    throw new CommandFailedError(
      `${printable(source.name)} holds no failed first attempt. Only attempts that a verifier has rejected, or that threw, can be labelled: run the agent with \`withRollback\`, in mode "observe" if nothing is to be rolled back.`,
    );
  const labelled = new Set(
    labels
      .filter(({ convention, labeller }) => convention === LAST_RECOVERING_START && labeller === REPLAY)
      .map(keyOf),
  );
  return first.filter((each) => !labelled.has(keyOf(each)));
}

/** Equal for what is about the same attempt. */
export const keyOf = ({ attempt, run, thread }: Failure): string => JSON.stringify([thread, run, attempt]);
