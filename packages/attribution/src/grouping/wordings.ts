import type { FailureCase } from "./failure-case.ts";
import { maskedWords } from "./masked-words.ts";

/** Runs whose reasons are worded alike. */
export interface Wording {
  /** In the order of the cases. */
  readonly cases: readonly FailureCase[];
  /** Weights of the first one's words; their squares sum to 1. */
  readonly words: ReadonlyMap<string, number>;
}

/** Cosine of two reasons from which on they are the same words with other details. */
const ALIKE = 0.7;

/** Weight of a rare word at most, by the share of wordings that have it: names are rare, and say little. */
const RAREST = 3;

/** Weight of what may be a name, as a share of other words'. */
const NAME = 0.3;

/** Joins reasons that have the same words but for details. Each is compared with the first of each wording. */
export function wordingsOf(cases: readonly FailureCase[]): readonly Wording[] {
  const texts = new Map<string, { readonly words: readonly string[]; readonly cases: FailureCase[] }>();
  for (const each of cases) {
    const words = maskedWords(each.reason);
    const key = words.join(" ");
    const known = texts.get(key);
    if (known === undefined) texts.set(key, { words, cases: [each] });
    else known.cases.push(each);
  }
  const weight = weights([...texts.values()].map(({ words }) => words));
  const found: { cases: FailureCase[]; words: ReadonlyMap<string, number> }[] = [];
  const having = new Map<string, number[]>();
  for (const { cases: own, words } of texts.values()) {
    const vector = vectorOf(words, weight);
    const place = nearest(vector, having, found);
    const alike = place === undefined ? undefined : found[place];
    if (alike === undefined) {
      for (const word of vector.keys()) {
        const sharing = having.get(word);
        if (sharing === undefined) having.set(word, [found.length]);
        else sharing.push(found.length);
      }
      found.push({ cases: [...own], words: vector });
    } else for (const each of own) alike.cases.push(each);
  }
  const order = new Map(cases.map((each, at) => [each, at]));
  const inOrder = (a: FailureCase, b: FailureCase): number => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  return found.map(({ cases: own, words }) => ({ cases: own.toSorted(inOrder), words }));
}

/** Cosine of two reasons' words, in [0, 1]. */
export function likeness(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of one) sum += weight * (other.get(word) ?? 0);
  return sum;
}

/** Wordings that share a word, up to which they are compared for it: a word of more of them tells little, and comparing all would take long. */
const SHARING = 200;

function nearest(
  vector: ReadonlyMap<string, number>,
  having: ReadonlyMap<string, readonly number[]>,
  found: readonly { readonly words: ReadonlyMap<string, number> }[],
): number | undefined {
  if (vector.size === 0) {
    const place = found.findIndex(({ words }) => words.size === 0);
    return place < 0 ? undefined : place;
  }
  const candidates = new Set<number>();
  for (const word of vector.keys()) {
    const sharing = having.get(word) ?? [];
    if (sharing.length <= SHARING) for (const at of sharing) candidates.add(at);
  }
  let best: number | undefined;
  let most = 0;
  for (const at of [...candidates].toSorted((a, b) => a - b)) {
    const alike = likeness(vector, found[at]?.words ?? new Map());
    if (alike >= ALIKE && alike > most) {
      best = at;
      most = alike;
    }
  }
  return best;
}

/** The rarer a word among the texts, the more it weighs; a mask weighs least. */
function weights(texts: readonly (readonly string[])[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => {
    if (word === "#") return 0.2;
    const weight = Math.min(RAREST, Math.log(1 + texts.length / (counts.get(word) ?? 1)));
    return /^\p{Lu}/u.test(word) ? NAME * weight : weight;
  };
}

function vectorOf(words: readonly string[], weight: (word: string) => number): ReadonlyMap<string, number> {
  const vector = new Map<string, number>();
  for (const word of words) vector.set(word, weight(word));
  let squares = 0;
  for (const value of vector.values()) squares += value * value;
  const length = Math.sqrt(squares);
  return new Map([...vector].map(([word, value]) => [word, value / length]));
}
