import type { Acceptance, Rejection } from "@langgraph-rollback/attribution";

import { type ParsedVerdict, parseVerdict } from "./judge.ts";
import type { Verifier, VerifierRun } from "./verifier.ts";

/** @internal The thresholds that a verifier's scores are held to. */
export interface Thresholds<Run> {
  /** Of first attempts, and the least for later ones. */
  readonly rejection: (run: Run) => Pick<Rejection, "below">;
  /** Of later attempts; `undefined` where nothing bounds what they accept. */
  readonly acceptance: Pick<Acceptance, "above" | "retries"> | undefined;
}

/** @internal Thresholds by which no attempt after the first is accepted. */
export const NO_RETRY: Thresholds<unknown>["acceptance"] = { above: Infinity, retries: Infinity };

/**
 * @internal Holds the scores of a verifier to thresholds instead of its own yes or no.
 *
 * The verdict on a rejected retry does not depend on `above`: what a run does after it has to be the same as if every retry was rejected, for that is how
 * the retries were made that calibrated `above`.
 */
export function thresholdVerifier<Input, Output>(
  verifier: Verifier<Input, Output>,
  { acceptance, rejection }: Thresholds<VerifierRun<Input, Output>>,
): (run: VerifierRun<Input, Output>) => Promise<ParsedVerdict> {
  return async (run) => {
    const { ok: passes, reason, score, ...rest } = scored(await verifier(run));
    const { below } = rejection(run);
    const isBounded = run.attempt > 1 && acceptance !== undefined;
    const isTrusted = run.attempt === 1 || below === -Infinity || passes;
    const ok = score >= below && (isBounded ? accepts(acceptance, run.attempt, score) : isTrusted);
    const said = reason ?? whyRejected(score, below);
    const why = isBounded && isLate(acceptance, run.attempt) ? `${said}; ${tooLate(acceptance)}` : said;
    return { ...rest, ok, score, ...(ok ? {} : { reason: why }) };
  };
}

type Bound = NonNullable<Thresholds<unknown>["acceptance"]>;

const isLate = ({ retries }: Bound, attempt: number): boolean => attempt > retries + 1;

const accepts = (bound: Bound, attempt: number, score: number): boolean =>
  score > bound.above && !isLate(bound, attempt);

const tooLate = ({ retries }: Bound): string =>
  `no retry after the first ${retries} of a run is accepted, as the verifier is calibrated for no more`;

/** The threshold of retries has no part in these words. */
const whyRejected = (score: number, below: number): string =>
  score < below ? `its score is ${score}, below ${below}` : "it was rejected before and does not pass now";

const scored = (given: unknown): ParsedVerdict & { readonly score: number } => {
  const verdict = parseVerdict(given);
  return { ...verdict, score: verdict.score ?? Number(verdict.ok) };
};
