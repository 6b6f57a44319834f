import { setImmediate as pause } from "node:timers/promises";

import type { AgentHistory } from "../beliefs/agent-history.ts";
import { foldsOf } from "../draws/seeded-folds.ts";
import { FEATURE_SET } from "../features/feature-set.ts";
import type { EvidenceRows } from "./evidence-rows.ts";
import { fitInTurn, type OutcomeModel } from "./fit-in-turn.ts";
import { logOfKnown } from "./held-out-verdicts.ts";
import { saysAnything } from "./outcome-case.ts";

/** How to learn a scorer from what an agent's own runs tell. */
export interface LearnScorerOptions {
  /** The model that is in use. Default: none, so that each step is as likely the mistake as the next. */
  readonly inForce?: OutcomeModel | undefined;
  /** Ids of attempts that the model in use was not fitted to: by these it is compared. Default: all. */
  readonly newer?: ReadonlySet<string>;
  /** Earlier runs of the agent. Default: none are known. */
  readonly history?: AgentHistory;
  /** Draws the folds. Default 0. */
  readonly seed?: number;
}

/** A model that was learnt, and how it compares. */
export interface LearntScorer {
  readonly model: OutcomeModel;
  readonly comparison: ScorerComparison;
}

/** Two models by the log-likelihood of outcomes that neither of them was fitted to. */
export interface ScorerComparison {
  /** Attempts that both were compared on. */
  readonly attempts: number;
  /** Mean gain of the new model over the one in use, in nats an attempt; negative where it does worse. */
  readonly gain: number;
  /** Its standard error over attempts; absent for fewer than two. */
  readonly error?: number;
}

/** The new model is fitted without each of these parts in turn. */
const FOLDS = 3;

/**
 * Learns a scorer from retries and replays, as `fitOutcomeScorer` does, and compares it with the one that is in use. It waits between fits, so that other work of the process goes on.
 *
 * The comparison is by cross-validation: each part of the newer attempts is held out, the model is fitted to all other attempts, and the probability that it gives to the
 * verdicts of the part is compared with the one in use.
 *
 * @throws {NotEnoughLabelsError} if no attempt says anything
 * @throws {RangeError} on a start or a mistake that is no step of its attempt
 */
export async function learnScorer(
  evidence: readonly EvidenceRows[],
  { inForce, newer, history, seed = 0 }: LearnScorerOptions = {},
): Promise<LearntScorer> {
  const fit = (part: readonly EvidenceRows[]): Promise<OutcomeModel> =>
    inBetween(fitInTurn(part, { seed, ...(history === undefined ? {} : { history }) }));
  const model = await fit(evidence);
  const known = evidence.filter(saysAnything);
  const compared = known.filter(({ id }) => newer?.has(id) !== false);
  const current = inForce?.featureSet === FEATURE_SET ? inForce : undefined;
  const gains: number[] = [];
  // A fit to nothing is no model.
  const folds = known.length < 2 || compared.length === 0 ? [] : foldsOf(compared.length, FOLDS, seed);
  for (const fold of folds) {
    const held = new Set(fold.flatMap((at) => compared[at] ?? []));
    const rest = known.filter((each) => !held.has(each));
    if (held.size === 0 || rest.length === 0) continue;
    const other = await fit(rest);
    // Without a model in use only where mistakes lie is compared, not how often retries are accepted.
    const { learntFrom } = current ?? other;
    for (const each of held)
      gains.push(logOfKnown(other, other.learntFrom, each) - logOfKnown(current, learntFrom, each));
  }
  return { model, comparison: comparisonOf(gains) };
}

async function inBetween<T>(fits: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const { done, value } = fits.next();
    if (done === true) return value;
    await pause();
  }
}

function comparisonOf(gains: readonly number[]): ScorerComparison {
  const attempts = gains.length;
  if (attempts === 0) return { attempts, gain: 0 };
  const gain = gains.reduce((sum, each) => sum + each, 0) / attempts;
  if (attempts < 2) return { attempts, gain };
  const variance = gains.reduce((sum, each) => sum + (each - gain) ** 2, 0) / (attempts - 1);
  return { attempts, gain, error: Math.sqrt(variance / attempts) };
}
