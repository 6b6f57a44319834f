import type { Calibration } from "../calibrating/calibration.ts";
import { calibrationFrom, labelledRun, scoredRun } from "../calibrating/calibrate.ts";
import { labelSplit } from "../calibrating/label-split.ts";
import { sharesBy } from "../outcomes/held-out-verdicts.ts";
import type { OutcomeModel } from "../outcomes/fit-in-turn.ts";
import { logitScorer } from "../scorers/logit-scorer.ts";
import type { KnownEvidence } from "./known-evidence.ts";
import type { AttemptEvidence, ReplayEntry } from "./learning-entry.ts";

/** A first attempt that was replayed from one start after another. */
export interface ReplayedAttempt {
  readonly attempt: AttemptEvidence;
  readonly replays: ReplayEntry;
}

/**
 * First attempts whose replays have come to an end, and that no scorer may be fitted to: by their labels sets are calibrated. They are the newest ones, as many as `labelSplit` says; none where there are too
 * few.
 *
 * @param alpha tolerated miss rate of the sets
 */
export function heldForCap({ replays, runs }: KnownEvidence, alpha: number): readonly ReplayedAttempt[] {
  const replayed = runs.flatMap(({ attempts: [attempt] }) => {
    const own = attempt && replays.get(attempt.id);
    return attempt === undefined || own === undefined ? [] : [{ attempt, replays: own }];
  });
  const { calibrate, fit } = labelSplit(replayed.length, { alpha });
  return fit === 0 ? [] : replayed.slice(-calibrate);
}

/**
 * Sets that hold the last start from which a replay recovers. An attempt whose last start is not known counts as a miss.
 *
 * @throws {NotEnoughLabelsError} if none was recovered
 */
export function capBy(model: OutcomeModel, held: readonly ReplayedAttempt[], alpha: number): Calibration {
  const convention = "last-recovering-start";
  const labelled = held.flatMap(({ attempt, replays: { lastStart } }) =>
    lastStart === undefined
      ? []
      : [
          labelledRun(
            { id: attempt.id, label: { decisiveStep: lastStart, convention } },
            sharesBy(model, attempt),
          ),
        ],
  );
  const missedRuns = held.flatMap(({ attempt, replays: { lastStart, tried } }) => {
    if (lastStart !== undefined) return [];
    const isTold = tried.every(({ status }) => status !== "inconclusive");
    const missed = isTold ? ("unrecovered" as const) : ("inconclusive" as const);
    return [{ ...scoredRun({ id: attempt.id }, sharesBy(model, attempt)), missed }];
  });
  return calibrationFrom(labelled, { alpha, convention, missedRuns, scorer: logitScorer(model) });
}
