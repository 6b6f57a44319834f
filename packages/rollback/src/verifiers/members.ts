import { isGraphBubbleUp } from "@langchain/langgraph";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { VerifierError } from "../errors/verifier-error.ts";
import { tokensByModel } from "../steps/token-count.ts";
import { judge } from "./judge.ts";
import type { AttemptOutcome, VerdictCost, Verifier, VerifierRun } from "./verifier.ts";
import { A_FUNCTION } from "./check-verifier-options.ts";
import { inTime } from "./in-time.ts";

/** @internal A verifier among others, by the name that reasons tell. */
export interface Member<Input, Output> {
  readonly name: string;
  readonly verify: Verifier<Input, Output>;
}

/** @internal A member's verdict; with an error, there is none. */
export type MemberVerdict =
  | { readonly name: string; readonly outcome: AttemptOutcome }
  | { readonly name: string; readonly error: unknown };

/** @internal A member's verdict. */
export type Known = Extract<MemberVerdict, { readonly outcome: AttemptOutcome }>;

/** @internal A member with an unknown verdict. */
export type Unknown = Extract<MemberVerdict, { readonly error: unknown }>;

/**
 * @internal Members by their names: fingerprints, or names of functions, or places in the list.
 *
 * @throws {InvalidOptionError} if they are no list of functions, or none
 */
export function membersOf<Input, Output>(
  verifiers: readonly Verifier<Input, Output>[],
): readonly Member<Input, Output>[] {
  if (
    !Array.isArray(verifiers) ||
    verifiers.length === 0 ||
    !verifiers.every((each) => A_FUNCTION.holds(each))
  )
    throw new InvalidOptionError("verifiers", "a list of at least one verifier", verifiers);
  return verifiers.map((verify, place) => memberOf(verify, `verifier ${place + 1}`));
}

/**
 * @internal A verifier by its name.
 *
 * @param nameless its name where it has none of its own
 */
export function memberOf<Input, Output>(
  verify: Verifier<Input, Output>,
  nameless: string,
): Member<Input, Output> {
  return { name: verify.fingerprint ?? (verify.name || nameless), verify };
}

/**
 * @internal Answer of a member, within its time.
 *
 * @throws the reason of the run's signal
 */
export async function askMember<Input, Output>(
  { name, verify }: Member<Input, Output>,
  run: VerifierRun<Input, Output>,
  timeout: number | undefined,
): Promise<MemberVerdict> {
  try {
    return { name, outcome: await inTime(run, timeout, (within) => judge(verify, within)) };
  } catch (error) {
    run.signal?.throwIfAborted();
    return { name, error: error instanceof VerifierError ? error.cause : error };
  }
}

/** @internal LangGraph's own signals, such as a verifier's `interrupt`: they are for the graph, not for us. */
export function signalAmong(answers: readonly Unknown[]): unknown {
  return answers.find(({ error }) => isGraphBubbleUp(error))?.error;
}

/** @internal The verdicts among answers. */
export function knownAmong(answers: readonly MemberVerdict[]): readonly Known[] {
  return answers.filter((answer) => "outcome" in answer);
}

/** @internal The answers that are missing. */
export function unknownAmong(answers: readonly MemberVerdict[]): readonly Unknown[] {
  return answers.filter((answer) => "error" in answer);
}

/** @internal Cost of verdicts together. */
export function costOf(known: readonly Known[]): { readonly cost?: VerdictCost } {
  const tokens = tokensByModel(known.flatMap(({ outcome }) => outcome.cost?.tokens ?? []));
  return tokens.length === 0 ? {} : { cost: { tokens } };
}

/** @internal The scores of verdicts; one that has none counts as 1 or 0. Empty if none has a score. */
export function scoresOf(known: readonly Known[]): readonly number[] {
  if (known.every(({ outcome }) => outcome.score === undefined)) return [];
  return known.map(({ outcome: { ok, score } }) => score ?? Number(ok));
}
