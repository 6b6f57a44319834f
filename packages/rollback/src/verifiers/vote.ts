import { describeError } from "../errors/describe-error.ts";
import { VerifierUndecidedError } from "../errors/verifier-undecided-error.ts";
import type { Verdict } from "./verifier.ts";
import {
  costOf,
  knownAmong,
  scoresOf,
  signalAmong,
  unknownAmong,
  type MemberVerdict,
  type Known,
} from "./members.ts";

/**
 * @internal The verdict of several: it passes if at least `least` of them do. A member that gave no verdict may be either; where that
 * matters, there is none.
 *
 * @param scoreOf combines the scores of the verdicts, at least one, into one score
 * @throws {VerifierUndecidedError}
 * @throws LangGraph's signal, if a member that would decide has sent one
 */
export function vote(
  answers: readonly MemberVerdict[],
  least: number,
  scoreOf: (scores: readonly number[]) => number,
): Verdict {
  const known = knownAmong(answers);
  const unknown = unknownAmong(answers);
  const passed = known.filter(({ outcome }) => outcome.ok).length;
  const ok = passed >= least;
  if (!ok && passed + unknown.length >= least)
    throw signalAmong(unknown) ?? new VerifierUndecidedError(unknown, answers.length);
  const scores = scoresOf(known);
  return {
    ok,
    ...(ok ? {} : { reason: reasonOf(answers, known, passed, least) }),
    ...(scores.length === 0 ? {} : { score: scoreOf(scores) }),
    ...costOf(known),
  };
}

/** Each answer that did not pass, on a line of its own; equal lines once. */
function reasonOf(
  answers: readonly MemberVerdict[],
  known: readonly Known[],
  passed: number,
  least: number,
): string {
  const lines = answers.flatMap((answer) => lineOf(answer));
  const needed = least === answers.length ? [] : [`${passed} of ${known.length} passed, ${least} must.`];
  return [...needed, ...new Set(lines)].join("\n");
}

function lineOf(answer: MemberVerdict): readonly string[] {
  if ("error" in answer) {
    const { name, message } = describeError(answer.error);
    return [`${answer.name}: no verdict, ${name}: ${message}`];
  }
  return answer.outcome.ok ? [] : [`${answer.name}: ${answer.outcome.reason ?? "failed"}`];
}
