import {
  type Calibration,
  scoredRun,
  type TriedFailure,
  type TriedFrom,
} from "@langgraph-rollback/attribution";
import type { RunView, ThreadSource } from "@langgraph-rollback/inspector";
import { firstStarts } from "langgraph-rollback/pilot";
import type { WrittenReplay } from "../replaying/replays-file.ts";

type AttemptView = RunView["attempts"][number];

/** More threads than anybody has. */
const ALL = 1_000_000;

/**
 * The failed first attempts of a source that the scorer of a calibration has scored, where each policy would start, and what their retries and replays say of these starts.
 *
 * @param replays of `label --replay`, oldest first
 */
export async function triedFailures(
  source: ThreadSource,
  calibration: Calibration,
  replays: readonly WrittenReplay[],
): Promise<readonly TriedFailure[]> {
  const failures: TriedFailure[] = [];
  for (const { id } of (await source.list(ALL)).threads)
    for (const { attempts, run } of (await source.thread(id))?.runs ?? []) {
      const [first] = attempts;
      const scores = scoresOf(first, calibration);
      if (first?.head === undefined || scores === undefined) continue;
      const made = replays.filter(({ head, thread }) => thread === id && head === first.head);
      failures.push({
        run: JSON.stringify([id, run]),
        starts: firstStarts(calibration, scoredRun({ id: `${id}:${first.head}` }, scores)),
        tried: [...retryOf(attempts), ...replaysOf(made)],
      });
    }
  return failures;
}

function scoresOf(
  first: AttemptView | undefined,
  { scorerFingerprint }: Calibration,
): readonly number[] | undefined {
  if (first?.attempt !== 1 || first.outcome?.ok !== false) return undefined;
  const { attribution } = first;
  return attribution?.scorerFingerprint === scorerFingerprint ? attribution.scores : undefined;
}

/** What the run did itself: its policy chose the start before anything was known of others. */
function retryOf([first, second]: readonly AttemptView[]): readonly TriedFrom[] {
  const start = first?.rewind?.step;
  if (start === undefined || second?.outcome === undefined) return [];
  const steps = second.spent?.steps ?? second.steps.length - second.kept;
  return [{ start, accepted: second.outcome.ok, steps, isSteered: false }];
}

/** The first replay of a failure begins at a step that its length alone decides. Those after it begin where the outcomes before them lead. */
function replaysOf(made: readonly WrittenReplay[]): readonly TriedFrom[] {
  return made.flatMap(({ spent, start, status }, at) =>
    status === "accepted" || status === "rejected"
      ? [{ start, accepted: status === "accepted", steps: spent.steps, isSteered: at > 0 }]
      : [],
  );
}
