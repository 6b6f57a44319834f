import { isGraphBubbleUp } from "@langchain/langgraph";

import type { Verdict, Verifier, VerifierRun } from "./verifier.ts";
import { A_NUMBER, checkFunction, checkShare, checkVerifierOptions } from "./check-verifier-options.ts";
import { askMember, memberOf, type MemberVerdict } from "./members.ts";
import type { VerifierOptions } from "./named-verifier.ts";
import { vote } from "./vote.ts";

const MOST_TIMES = 1000;

/** How often a verifier is called. `timeout` limits each call. */
export interface RepeatedOptions extends VerifierOptions {
  /** How often, a whole number from 1 to 1000. */
  readonly times: number;
  /** How many of the answers must pass, a whole number from 1 to `times`. Default: more than half. */
  readonly atLeast?: number;
}

/**
 * Calls a verifier several times, one after the other, and follows the majority: for a verifier that does not always answer the same.
 *
 * An answer that it throws instead is unknown: where the others decide, they do. The score is the mean of all answers' scores; one without a
 * score counts as 1 or 0. The cost is the sum. It has a fingerprint if the verifier has one.
 *
 * @throws {RangeError} if a number is out of its range
 * @throws {VerifierUndecidedError} when called, if the answers do not decide
 *
 * @example
 * const verify = repeated(modelVerifier("openai:gpt-4o-mini", { criteria }), { times: 3 });
 */
export function repeated<Input = unknown, Output = unknown>(
  verifier: Verifier<Input, Output>,
  options: RepeatedOptions,
): Verifier<Input, Output> {
  checkFunction("verifier", verifier);
  checkVerifierOptions(options, { times: { ...A_NUMBER, isRequired: true }, atLeast: A_NUMBER });
  const { times, atLeast = Math.floor(times / 2) + 1, timeout } = options;
  checkShare("times", times, MOST_TIMES);
  checkShare("atLeast", atLeast, times);
  const member = memberOf(verifier, "verifier");
  const ask = async (run: VerifierRun<Input, Output>): Promise<Verdict> => {
    const answers: MemberVerdict[] = [];
    while (answers.length < times) {
      // The calls run one after the other: tests that share a folder must not run twice at once.
      const answer = await askMember(member, run, timeout);
      if ("error" in answer && isGraphBubbleUp(answer.error)) throw answer.error;
      answers.push(answer);
    }
    return vote(answers, atLeast, mean);
  };
  const { fingerprint } = verifier;
  const named =
    fingerprint === undefined ? {} : { fingerprint: `repeated:${atLeast}/${times}(${fingerprint})` };
  return Object.assign((run: VerifierRun<Input, Output>) => ask(run), named);
}

function mean(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
