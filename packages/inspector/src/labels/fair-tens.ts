import { areAlike, type FailureTraits } from "./failure-traits.ts";

/** So many attempts are drawn before alike ones among them are put side by side. */
const TEN = 10;

/** Place of an attempt in the queue. */
export interface PlacedAttempt<Attempt> {
  readonly attempt: Attempt;
  /** Which ten it was drawn into, 0-based. */
  readonly ten: number;
}

/** Attempts in the order in which they are to be labelled. */
export interface FairTens<Attempt> {
  readonly placed: readonly PlacedAttempt<Attempt>[];
  /** Alike attempts of one ten, two or more, and fewer than all of the ten. */
  readonly alike: readonly (readonly Attempt[])[];
}

/**
 * Cuts a random order into tens, and puts alike attempts of one ten side by side.
 *
 * Which attempts make up a ten, chance alone decides, so that whole tens are a fair sample. Within a ten the groups come in the order of their
 * first members. Groups never reach over a ten: in a group of all that is left, the most common failures would come first, and who stops early would have labelled
 * little else.
 *
 * @param drawn in random order
 */
export function fairTens<Attempt extends { readonly traits: FailureTraits }>(
  drawn: readonly Attempt[],
): FairTens<Attempt> {
  const tens = Array.from({ length: Math.ceil(drawn.length / TEN) }, (_, ten) =>
    groupsOf(drawn.slice(ten * TEN, (ten + 1) * TEN)),
  );
  return {
    placed: tens.flatMap((groups, ten) => groups.flat().map((attempt) => ({ attempt, ten }))),
    // Where all are alike, or none, that tells nothing.
    alike: tens.flatMap((groups) => (groups.length > 1 ? groups.filter(({ length }) => length > 1) : [])),
  };
}

/** Each attempt joins the first group whose first member it is like. */
function groupsOf<Attempt extends { readonly traits: FailureTraits }>(
  attempts: readonly Attempt[],
): readonly (readonly Attempt[])[] {
  const groups: Attempt[][] = [];
  for (const attempt of attempts) {
    const group = groups.find(([first]) => first !== undefined && areAlike(first.traits, attempt.traits));
    if (group === undefined) groups.push([attempt]);
    else group.push(attempt);
  }
  return groups;
}
