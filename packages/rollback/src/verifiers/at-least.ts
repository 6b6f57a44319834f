import type { Verdict, Verifier, VerifierRun } from "./verifier.ts";
import { checkShare, checkVerifierOptions } from "./check-verifier-options.ts";
import { askMember, membersOf } from "./members.ts";
import type { VerifierOptions } from "./named-verifier.ts";
import { vote } from "./vote.ts";

/**
 * Passes a run that all verifiers pass. They are called in parallel.
 *
 * A member that throws, or takes longer than `timeout`, is unknown: where the others decide, they do. The score is the lowest of the members;
 * one without a score counts as 1 or 0. The cost is the sum. It has a fingerprint if each member has one.
 *
 * @throws {VerifierUndecidedError} when called, if the members that answer do not decide
 *
 * @example
 * const verify = all([schemaVerifier(order), commandVerifier("npm", ["test"])], { timeout: 60_000 });
 */
export function all<Input = unknown, Output = unknown>(
  verifiers: readonly Verifier<Input, Output>[],
  options: VerifierOptions = {},
): Verifier<Input, Output> {
  return some("all", (many) => many, verifiers, options);
}

/** Passes a run that at least one verifier passes; otherwise as {@link all}. The score is the highest of the members. */
export function any<Input = unknown, Output = unknown>(
  verifiers: readonly Verifier<Input, Output>[],
  options: VerifierOptions = {},
): Verifier<Input, Output> {
  return some("any", () => 1, verifiers, options);
}

/**
 * Passes a run that at least `least` verifiers pass; otherwise as {@link all}. The score is the `least`-highest of the members: so many have at
 * least that score.
 *
 * @param least whole number from 1 to the number of verifiers
 * @throws {RangeError} if it is another
 */
export function atLeast<Input = unknown, Output = unknown>(
  least: number,
  verifiers: readonly Verifier<Input, Output>[],
  options: VerifierOptions = {},
): Verifier<Input, Output> {
  return some(`atLeast:${least}`, () => least, verifiers, options);
}

function some<Input, Output>(
  kind: string,
  leastOf: (many: number) => number,
  verifiers: readonly Verifier<Input, Output>[],
  options: VerifierOptions,
): Verifier<Input, Output> {
  const members = membersOf(verifiers);
  const least = leastOf(members.length);
  checkShare("least", least, members.length);
  checkVerifierOptions(options);
  const ask = async (run: VerifierRun<Input, Output>): Promise<Verdict> => {
    const answers = await Promise.all(members.map((member) => askMember(member, run, options.timeout)));
    return vote(answers, least, (scores) => highest(scores, least));
  };
  const named = fingerprintOf(
    kind,
    members.map(({ verify }) => verify.fingerprint),
  );
  return Object.assign((run: VerifierRun<Input, Output>) => ask(run), named);
}

/** The score at a place from the top; the lowest score where fewer have answered. */
function highest(scores: readonly number[], place: number): number {
  return (
    scores
      .toSorted((left, right) => right - left)
      .slice(0, place)
      .at(-1) ?? 0
  );
}

function fingerprintOf(kind: string, parts: readonly (string | undefined)[]): Pick<Verifier, "fingerprint"> {
  return parts.includes(undefined) ? {} : { fingerprint: `${kind}(${parts.join(", ")})` };
}
