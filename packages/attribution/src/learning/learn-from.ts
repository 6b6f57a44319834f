import type { AgentHistory } from "../beliefs/agent-history.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { learnScorer } from "../outcomes/learn-scorer.ts";
import { saysAnything } from "../outcomes/outcome-case.ts";
import { recoveryOf } from "../recovery/recovery-promise.ts";
import { capBy, heldForCap } from "./cap-by-replays.ts";
import { countedRecovery } from "./count-recovery.ts";
import { historyOf, type KnownEvidence, knownEvidence, rowsOf } from "./known-evidence.ts";
import type { EvidenceEntry, LearningState } from "./learning-entry.ts";
import { latestRecovering } from "./latest-recovering.ts";
import { COLD_VERSION, exploredShare, versionOf } from "./learnt-version.ts";
import { watchedPromise, watchedRecovery } from "./watch-runs.ts";

/** How to learn from an agent's evidence. */
export interface LearnFromOptions {
  /** Tolerated share of failed runs that are not recovered, in [0, 1): of the promise. */
  readonly alpha: number;
  /** Tolerated miss rate of sets that cap the first rollback; absent where nothing caps it. */
  readonly cap?: number;
  /** Share of failed runs that goes on trying drawn steps, in [0, 1]. */
  readonly audit: number;
  /** What is known beside the evidence of how often the agent errs. */
  readonly history: AgentHistory;
  /** Draws folds. */
  readonly seed: number;
  /** Now, ISO 8601, UTC. */
  readonly at: string;
}

/** A first version needs so many failed runs, and each next one half as many again. */
const FIRST = 20;
const GROWTH = 1.5;

/** Number of failed runs at which the next version is due. */
export const nextVersionAt = ({ failures }: Pick<LearningState, "failures">): number =>
  Math.max(FIRST, Math.ceil(failures * GROWTH));

/**
 * One round of learning: what comes into force by the evidence, or `undefined` if nothing changes. Rounds are due after numbers of failed runs alone, whatever
 * became of them. The same evidence gives the same round, to the bit.
 *
 * 1. If more runs than promised were not recovered, or more than tolerated and than before, the agent has changed: what was learnt is void, and evidence from before the change is left out.
 * 2. If half as many runs again have failed, a scorer is fitted to all evidence. It is refused if it foretells the recorded outcomes of later runs worse than the one in use, by more than the
 *    standard error.
 * 3. If there are enough runs under the version in force, their recovery is counted, and promised.
 */
export async function learnFrom(
  state: LearningState,
  entries: readonly EvidenceEntry[],
  options: LearnFromOptions,
): Promise<LearningState | undefined> {
  const evidence = knownEvidence(entries, state.since);
  return (
    drifted(state, evidence, options) ??
    (await nextVersion(state, evidence, options)) ??
    counted(state, evidence, options)
  );
}

function drifted(
  state: LearningState,
  { runs }: KnownEvidence,
  { alpha, at }: LearnFromOptions,
): LearningState | undefined {
  const seen = [watchedPromise(state, runs), watchedRecovery(state, runs, alpha)];
  const [promised] = seen;
  const alarmed = seen.find((each) => each?.watch.isAlarmed);
  if (alarmed === undefined) return undefined;
  const { before = state.since, watch } = alarmed;
  const { promise: _, ...rest } = state;
  return {
    ...rest,
    at,
    change: "drift",
    reason: `Of the last ${watch.runs - watch.since} failed runs more than ${share(watch.alpha)} were not recovered${alarmed === promised ? " as promised" : ". Under the versions before it were fewer"}. The agent is taken to have changed, and what was learnt before is not used any more.`,
    version: versionOf({ ...COLD_VERSION, at }),
    failures: 0,
    ...(before === undefined ? {} : { since: before }),
  };
}

async function nextVersion(
  state: LearningState,
  evidence: KnownEvidence,
  { alpha, at, audit, cap, history, seed }: LearnFromOptions,
): Promise<LearningState | undefined> {
  const failures = evidence.runs.length;
  if (failures < nextVersionAt(state)) return undefined;
  const held = cap === undefined ? [] : heldForCap(evidence, cap);
  const heldIds = new Set(held.map(({ attempt }) => attempt.id));
  const rows = rowsOf(evidence).filter(({ id }) => !heldIds.has(id));
  const next = { ...state, at, failures };
  if (!rows.some(saysAnything))
    return {
      ...next,
      change: "refused",
      reason: `${failures} failed runs say nothing of where mistakes lie.`,
    };
  const after = evidence.runs.filter((run) => run.at > state.version.at);
  const newer = new Set(after.flatMap(({ attempts }) => attempts.map(({ id }) => id)));
  const { comparison, model } = await learnScorer(rows, {
    inForce: state.version.model,
    newer,
    history: historyOf(evidence, history),
    seed,
  });
  const { attempts, error = 0, gain } = comparison;
  const compared = `${attempts} recorded attempts (${nats(gain)} ± ${error.toFixed(3)} nats an attempt)`;
  // Within its error, the one that has seen more is taken.
  if (gain < -error)
    return {
      ...next,
      change: "refused",
      reason: `A scorer that was fitted to ${rows.length} attempts does worse than the one in use on ${compared}, so it is not taken.`,
    };
  const calibration = cap === undefined || held.length === 0 ? undefined : capped(model, held, cap);
  const version = versionOf({
    at,
    failures,
    explore: exploredShare(failures, audit),
    latest: latestRecovering(rows),
    cap: calibration === undefined ? "lifted" : "last-recovering-start",
    model,
    ...(calibration === undefined ? {} : { calibration }),
    comparison,
  });
  const { promise: _, ...rest } = next;
  return {
    ...rest,
    change: "version",
    reason: `A scorer that was fitted to ${rows.length} attempts does no worse than the one before on ${compared}. Its failed runs are counted anew, for a promise at ${share(alpha)}.`,
    version,
  };
}

/** `undefined` where no replay has recovered any of them. */
function capped(...given: Parameters<typeof capBy>) {
  try {
    return capBy(...given);
  } catch (error) {
    if (error instanceof NotEnoughLabelsError) return undefined;
    throw error;
  }
}

function counted(
  state: LearningState,
  { runs }: KnownEvidence,
  { alpha, at }: LearnFromOptions,
): LearningState | undefined {
  const promise = countedRecovery(state, runs, alpha);
  if (promise === undefined) return undefined;
  return { ...state, at, change: "promise", reason: recoveryOf(promise).reason, promise };
}

const share = (value: number): string => `${Math.round(value * 1000) / 10} %`;
const nats = (value: number): string => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
