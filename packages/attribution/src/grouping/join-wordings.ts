import { contrast, joined, type Summed } from "./evidence.ts";
import { likeness } from "./wordings.ts";

/** A wording with the evidence of its runs. */
export interface Told {
  readonly words: ReadonlyMap<string, number>;
  readonly evidence: Summed;
}

/** Wordings of one kind, by their places, each with the number of its runs that are of that kind. */
export interface Joined {
  readonly wordings: ReadonlyMap<number, number>;
  readonly evidence: Summed;
}

/** Squared distance, in units of chance, up to which two sets of runs suspect the same places. Chance gives about 8, and the worst of many splits 30. */
const NEAR = 40;

/** Part of the distance that sets would have if they suspected different places, up to which they suspect the same. */
const RATIO = 0.3;

/** That distance at least: evidence that cannot part does not join. About twenty runs of each wording have it. */
const POWER = 30;

/** Mean cosine of their words from which on they are of one kind whatever they suspect. */
const SHARED_WORDS = 0.5;

/** Sets at most that are joined by evidence; the time that it takes grows with their square. */
const MOST = 300;

/** Joins sets of wordings that are of one kind, the nearest first, until none are left. Of many, the smallest stay apart. */
export function joinWordings(
  given: readonly Joined[],
  told: readonly Told[],
  spread: readonly number[],
): readonly Joined[] {
  const groups: (Joined | undefined)[] = given.toSorted(
    (a, b) => b.evidence.n - a.evidence.n || firstOf(a) - firstOf(b),
  );
  const open = groups.slice(0, MOST).map((_, at) => at);
  const distances = new Map<number, Map<number, number>>();
  const note = (a: number, b: number): void => {
    const [one, other] = [groups[a], groups[b]];
    if (one === undefined || other === undefined) return;
    const row = distances.get(a) ?? new Map<number, number>();
    distances.set(a, row.set(b, distanceOf(one, other, told, spread)));
  };
  for (const a of open) for (const b of open) if (a < b) note(a, b);
  for (let pair = nearest(distances); pair !== undefined; pair = nearest(distances)) {
    const [a, b] = pair;
    const [one, other] = [groups[a], groups[b]];
    if (one === undefined || other === undefined) break;
    const wordings = new Map(one.wordings);
    for (const [wording, runs] of other.wordings) wordings.set(wording, runs + (wordings.get(wording) ?? 0));
    groups[a] = { wordings, evidence: joined(one.evidence, other.evidence) };
    groups[b] = undefined;
    distances.delete(b);
    for (const row of distances.values()) row.delete(b);
    for (const c of open) if (groups[c] !== undefined && c !== a) note(Math.min(a, c), Math.max(a, c));
  }
  return groups.filter((each) => each !== undefined);
}

const firstOf = ({ wordings }: Joined): number => wordings.keys().next().value ?? 0;

/** @returns infinite where nothing speaks for one kind */
function distanceOf(one: Joined, other: Joined, told: readonly Told[], spread: readonly number[]): number {
  if (meanLikeness(told, one, other) >= SHARED_WORDS) return 0;
  const { apart, power } = contrast(one.evidence, other.evidence, spread);
  return apart <= Math.min(NEAR, power * RATIO) && power >= POWER ? apart : Number.POSITIVE_INFINITY;
}

function nearest(
  distances: ReadonlyMap<number, ReadonlyMap<number, number>>,
): readonly [number, number] | undefined {
  let best: readonly [number, number] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [a, row] of distances)
    for (const [b, value] of row)
      if (value < least) {
        least = value;
        best = [a, b];
      }
  return best;
}

function meanLikeness(told: readonly Told[], one: Joined, other: Joined): number {
  let sum = 0;
  for (const a of one.wordings.keys())
    for (const b of other.wordings.keys()) sum += likeness(told[a]?.words ?? NONE, told[b]?.words ?? NONE);
  return sum / (one.wordings.size * other.wordings.size);
}

const NONE: ReadonlyMap<string, number> = new Map();
