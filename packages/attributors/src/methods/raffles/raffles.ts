import { attributorOf } from "../../finding/method.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf } from "../../finding/calls.ts";
import { checkWhole } from "../../finding/check-whole.ts";
import { judgeOf, type Judge } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Attributor, Finding } from "../../finding/attributor.ts";
import type { RafflesRound } from "./candidate.ts";
import { estimateOf } from "./estimate.ts";
import { bestRound, historyScores } from "./history.ts";
import { playRound } from "./play-round.ts";
import { versionOf } from "./questions.ts";
import type { RafflesSettings } from "./settings.ts";
import { AGENT_RUN, REASONING_CHAIN, type Variant } from "./variant.ts";

/** Highest confidence of one evaluator. */
const EACH = 100;

/** How many rounds to play, and what evaluators read. */
export interface RafflesOptions extends JudgeOptions {
  /**
   * Rounds at most, a whole number; default 2. 0 asks the judge alone, once: its step has the score 1. This is K as the paper's
   * appendix D counts it, two judge and six evaluator calls for K = 2. Its algorithm 1 plays K + 1 rounds.
   */
  readonly rounds?: number;
  /**
   * Sum of confidences above which no further round is played: each evaluator has up to 100, the rule-based one included.
   * Default seven eighths of what there is: 350 of 400, as in the paper, 262.5 of 300 for chains of reasoning.
   */
  readonly threshold?: number;
  /**
   * "excerpts" (default) shows evaluators a tenth of a long trace, most of it around the candidate. "whole" shows them all of it,
   * as the paper does: some nine times the trajectory's tokens in two rounds rather than three and a half, though a prompt
   * cache pays for most of them once.
   */
  readonly evaluatorsRead?: "excerpts" | "whole";
}

/** Result of a RAFFLES run, with its rounds. */
export interface RafflesFinding extends Finding {
  /** In order. */
  readonly rounds: readonly RafflesRound[];
  /** Whether the last round was above the threshold. */
  readonly confident: boolean;
}

/**
 * RAFFLES: a judge proposes the decisive step and argues its fault, primacy and decisiveness; three evaluators check an argument
 * each, a rule checks that step and agent are in the trace; the judge reads all that and proposes again, until the
 * evaluators are confident. Of all rounds the most confident one is gone by; the latest of equals. The judge may find no
 * fault; then no step is blamed.
 *
 * - Calls: up to 4 a round, the evaluators' at once; 8 by default. Input: on long traces some three and a half times the
 *   trajectory's tokens in two rounds (see `evaluatorsRead`), on short ones nine.
 * - Scores: a step that was a candidate has its highest sum of confidences over 400. The others share what the best candidate
 *   (or "no fault") leaves of 1 evenly, and have no more than it. All missing if no candidate was in the trace. With `rounds: 0`
 *   over 100, the rule's own.
 * - A missing answer of an evaluator counts as 0: the round does not end the search. A missing answer of the judge leaves its round without a
 *   candidate.
 * - Unlike the paper: evaluators read excerpts by default; a candidate that does not exist is not shown to them; memory holds
 *   the judge's arguments, too; a misspelt agent is mended before the rule is applied; "no fault" is an answer of its own.
 *
 * `estimate` counts all rounds, with a candidate in the middle and arguments of some sixty words.
 *
 * @throws {RangeError} if `rounds` or `threshold` is out of its range
 * @see arXiv:2509.06822, section 4 and algorithm 1
 */
export function raffles(options: RafflesOptions): Attributor<RafflesFinding> {
  return rafflesBy(AGENT_RUN, options);
}

/**
 * {@link raffles} for chains of reasoning: finds the first wrong step, whether or not anything came of it. Two evaluators, of
 * fault and primacy, and the rule: up to 3 calls a round, scores over 300.
 *
 * @throws {RangeError} as {@link raffles} does
 * @see arXiv:2509.06822, definition 3.2 and section 5.2
 */
export function rafflesReasoning(options: RafflesOptions): Attributor<RafflesFinding> {
  return rafflesBy(REASONING_CHAIN, options);
}

function rafflesBy(variant: Variant, options: RafflesOptions): Attributor<RafflesFinding> {
  const { rounds = 2, threshold = (mostOf(variant) * 7) / 8, evaluatorsRead = "excerpts", redact } = options;
  checkWhole("rounds", rounds, 0);
  if (!(threshold >= 0)) throw new RangeError(`Expected \`threshold\` to be at least 0, got ${threshold}.`);
  const judge = judgeOf(options);
  const settings = { rounds, threshold, evaluatorsRead, redact };
  return attributorOf({
    name: variant.name,
    version: [versionOf(variant), { rounds, threshold, evaluatorsRead }],
    judge,
    attribute: (evidence, signal) => search(judge, evidence, variant, settings, signal),
    estimate: (evidence) => estimateOf(judge, evidence, variant, settings),
  });
}

async function search(
  judge: Judge,
  evidence: Evidence,
  variant: Variant,
  settings: RafflesSettings,
  signal?: AbortSignal,
): Promise<RafflesFinding> {
  const calls = callsOf(judge, signal);
  const rounds: RafflesRound[] = [];
  let confident = false;
  do {
    const next = await playRound(calls, evidence, variant, rounds, settings);
    rounds.push(next);
    confident = next.confidence > settings.threshold;
  } while (!confident && rounds.length < settings.rounds);
  // Of a judge alone, only the rule can be sure.
  const most = settings.rounds === 0 ? EACH : mostOf(variant);
  return { ...findingOf(evidence, rounds, most), ...calls.sum(), rounds, confident };
}

function findingOf(
  { trajectory: { steps } }: Evidence,
  rounds: readonly RafflesRound[],
  most: number,
): Omit<Finding, "usage" | "problems"> {
  const candidate = bestRound(rounds, steps.length)?.candidate;
  const blamed = steps[candidate?.step ?? -1];
  const agent = steps.some((step) => step.agent === candidate?.agent) ? candidate?.agent : blamed?.agent;
  const reason = candidate?.rationales.fault;
  return {
    scores: historyScores(rounds, steps.length, most),
    ...blameOf({ steps }, blamed?.index, { agent: blamed && agent, reason }),
  };
}

/** Highest sum of confidences, over all evaluators, the rule-based one included. */
function mostOf({ criteria }: Variant): number {
  return EACH * (criteria.length + 1);
}
