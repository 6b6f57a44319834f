import { type AlarmRun, fitProgressScorer, progressScores } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

import type { JudgedRuns, JudgedSteps, LeftOut } from "../../data/load-judged-steps.ts";
import type { ScoredRun } from "../../data/load-scored-runs.ts";
import { CommandFailedError } from "../../errors/command-failed-error.ts";
import { UsageError } from "../../errors/usage-error.ts";
import { type Halves, inHalves } from "./in-halves.ts";

/** Runs that fit an alarm, others that calibrate it, and all that is to be told of them. */
export interface AlarmEvidence extends Halves<AlarmRun> {
  /** Source of the scores: a file, the records of the runs, or how the runs went. */
  readonly by: "scores" | "recorded" | "progress";
  /** Origin of the scores. */
  readonly scorer: string | ReturnType<typeof fitProgressScorer>;
  readonly rightBy: "truth" | "acceptance";
  readonly leftOut?: LeftOut;
  /** Recorded runs without scores of the scorer. */
  readonly unscored?: number;
}

/** Choice of the scorer and of the halves. */
export interface EvidenceOptions {
  readonly scorer?: string | undefined;
  readonly seed: number;
}

/**
 * The evidence in a file of scores.
 *
 * @throws {UsageError} if nothing names what gave the scores
 * @throws {CommandFailedError} if some lines say what is true, and others what a verifier says
 * @throws {NotEnoughLabelsError} if there are too few runs
 */
export function evidenceInScores(
  runs: readonly ScoredRun[],
  { scorer, seed }: EvidenceOptions,
): AlarmEvidence {
  if (scorer === undefined)
    throw new UsageError(
      "Scores of a file need `--scorer NAME`, the `fingerprint` of what gave them: only its scores may raise the alarm.",
    );
  const [rightBy = "truth", other] = new Set(runs.map((run) => run.rightBy));
  if (other !== undefined)
    throw new CommandFailedError(
      "Expected `right` in every line, what is true, or `ok` in every line, what a verifier says; got both.",
    );
  const halves = inHalves(runs, seed, ({ name, right, scores }) => ({ name, right, length: scores.length }));
  return { by: "scores", scorer, rightBy, ...halves };
}

/** Name of the local scorer, of how runs go. */
const LOCAL = "progress";
/** Its fingerprints in records. */
const LOCAL_FINGERPRINT = /^progress-[\da-f]{16}$/;

/**
 * The evidence in recorded runs: the scores that a scorer of the user's has given while they ran, or else scores of how they went, fitted on one half.
 *
 * @throws {CommandFailedError} if scores of several scorers were recorded and none is chosen, or if the chosen one has given none
 * @throws {NotEnoughLabelsError} if there are too few runs
 */
export function evidenceInRuns(
  { leftOut, runs }: JudgedRuns,
  { scorer, seed }: EvidenceOptions,
): AlarmEvidence {
  const chosen = scorer ?? recordedScorer(runs);
  const common = { leftOut, rightBy: "acceptance" } as const;
  if (chosen === LOCAL) {
    const halves = inHalves(runs, seed, ({ right, steps, unit }) => ({
      name: unit,
      right,
      length: steps.length,
    }));
    const model = fitProgressScorer(halves.fitted);
    const scored = (half: readonly JudgedSteps[]): readonly AlarmRun[] =>
      half.map(({ draw, right, steps }) => ({ draw, right, scores: progressScores(model, { steps }) }));
    return {
      by: "progress",
      scorer: model,
      ...common,
      fitted: scored(halves.fitted),
      calibrated: scored(halves.calibrated),
    };
  }
  const scored = runs.flatMap((run) => toldBy(run, chosen));
  if (scored.length === 0)
    throw new CommandFailedError(
      `No run has scores of the scorer "${printable(chosen)}". \`watch: { scorer }\` records them.`,
    );
  const halves = inHalves(scored, seed, ({ name, right, scores }) => ({
    name,
    right,
    length: scores.length,
  }));
  return {
    by: "recorded",
    scorer: chosen,
    ...common,
    ...halves,
    unscored: runs.length - scored.length,
  };
}

/** The one scorer of the user's whose scores were recorded. */
function recordedScorer(runs: readonly JudgedSteps[]): string {
  const names = new Set(runs.flatMap(({ told }) => told?.scorer ?? []));
  const [own = LOCAL, ...others] = [...names].filter((name) => !LOCAL_FINGERPRINT.test(name)).toSorted();
  if (others.length === 0) return own;
  const all = [own, ...others].map((name) => `"${printable(name)}"`).join(", ");
  throw new CommandFailedError(
    `Scores of several scorers were recorded: ${all}. \`--scorer NAME\` chooses one of them, \`--scorer ${LOCAL}\` scores of how runs went.`,
  );
}

function toldBy({ draw, right, steps, told, unit }: JudgedSteps, scorer: string) {
  if (told?.scorer !== scorer) return [];
  // Each score that was told in time could have stopped the run, so the one that comes too late has yet to come. Any number stands for it.
  const scores = told.scores.length < steps.length ? [...told.scores, 0.5] : told.scores;
  return [{ name: unit, draw, right, scores }];
}
