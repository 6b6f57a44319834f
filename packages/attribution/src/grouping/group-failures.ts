import { textSeed } from "../conformal/text-seed.ts";
import { type Evidence, evidenceOf, spreadOf, summed } from "./evidence.ts";
import type { FailureCase, FailureGroup } from "./failure-case.ts";
import { joinWordings, type Joined } from "./join-wordings.ts";
import { shareOut } from "./share-out.ts";
import { type Wording, wordingsOf } from "./wordings.ts";

/** Rounds of joining and sharing out: groups that are purer are joined by finer differences. */
const ROUNDS = 3;

/** Failures that are grouped at most: the latest ones. */
const MOST = 20_000;

/**
 * Groups failed runs that are alike, without a model and without chance.
 *
 * Reasons that have the same words but for numbers, ids, names, quotations and paths are one wording. Suspicion is weak on a run and useful in sum: wordings
 * whose runs suspect the same places, and end with the same exceptions, are of one kind. A wording that several kinds use is shared out by the suspicion of
 * each run. Where suspicion tells nothing, only shared words join.
 *
 * @param cases in any order; of more than 20,000, the latest are grouped
 * @returns largest first. Later failures may join wordings that were apart; a group keeps its id as long as its earliest member is among `cases`.
 */
export function groupFailures(cases: readonly FailureCase[]): readonly FailureGroup[] {
  const inOrder = cases.toSorted(earlier).slice(-MOST);
  if (inOrder.length === 0) return [];
  const evidence = evidenceOf(inOrder);
  const of = (each: FailureCase): Evidence => evidence.get(each) ?? { places: [], errors: [] };
  const wordings = wordingsOf(inOrder);
  const spread = spreadOf(wordings.map(({ cases: own }) => own.map(of)));
  const told = wordings.map(({ cases: own, words }) => ({ words, evidence: summed(own.map(of)) }));
  let groups = told.map((each, at): Joined => ({
    wordings: new Map([[at, each.evidence.n]]),
    evidence: each.evidence,
  }));
  let members: readonly (readonly Member[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    groups = [...joinWordings(groups, told, spread)];
    members = sharedOut(groups, wordings, { of, spread }).filter((own) => own.length > 0);
    groups = members.map((own) => ({
      wordings: countsOf(own.map(({ wording }) => wording)),
      evidence: summed(own.map(({ failure }) => of(failure))),
    }));
  }
  return named(members);
}

const earlier = (a: FailureCase, b: FailureCase): number => {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** A member of a group, and its wording. */
interface Member {
  readonly failure: FailureCase;
  readonly wording: number;
}

/** The members of each group, once the runs of wordings that several use are shared out. */
function sharedOut(
  groups: readonly Joined[],
  wordings: readonly Wording[],
  { of, spread }: { readonly of: (each: FailureCase) => Evidence; readonly spread: readonly number[] },
): readonly (readonly Member[])[] {
  const members = groups.map((): Member[] => []);
  const homes = homesOf(groups);
  const lasting = [...groups.entries()].filter(([, group]) => group.wordings.size > 1);
  for (const [wording, { cases }] of wordings.entries()) {
    const home = homes.get(wording) ?? 0;
    const own = lasting.findIndex(([at]) => at === home);
    const runs = cases.map(of);
    const shared = shareOut(
      runs,
      lasting.map(([, group]) => group.evidence),
      { alone: summed(runs), own: own < 0 ? undefined : own, spread },
    );
    for (const [at, failure] of cases.entries()) {
      const [to] = lasting[shared?.[at] ?? -1] ?? [home];
      members[to]?.push({ failure, wording });
    }
  }
  return members;
}

/** The group that has most runs of each wording. */
function homesOf(groups: readonly Joined[]): ReadonlyMap<number, number> {
  const homes = new Map<number, { readonly at: number; readonly runs: number }>();
  for (const [at, group] of groups.entries())
    for (const [wording, runs] of group.wordings)
      if (runs > (homes.get(wording)?.runs ?? 0)) homes.set(wording, { at, runs });
  return new Map([...homes].map(([wording, { at }]) => [wording, at]));
}

/** Wordings and places of a group that are told at most. */
const TOLD = 10;

function named(groups: readonly (readonly Member[])[]): readonly FailureGroup[] {
  const taken = new Set<string>();
  return groups
    .map((members) => members.toSorted((a, b) => earlier(a.failure, b.failure)))
    .toSorted((a, b) => b.length - a.length || earlier(first(a), first(b)))
    .map((members) => {
      let id = idOf(first(members).id);
      while (taken.has(id)) id = idOf(`${id} ${first(members).id}`);
      taken.add(id);
      return {
        id,
        members: members.map(({ failure }) => failure.id),
        wordings: wordingsIn(members),
        places: placesIn(members),
        errors: errorsIn(members),
      };
    });
}

const idOf = (text: string): string => textSeed(text).toString(16).padStart(8, "0");

function first(members: readonly Member[]): FailureCase {
  const [member] = members;
  if (member === undefined) throw new RangeError("Expected a group to have a member.");
  return member.failure;
}

function wordingsIn(members: readonly Member[]): FailureGroup["wordings"] {
  const found = new Map<number, { readonly reason: string; count: number }>();
  for (const { failure, wording } of members) {
    const known = found.get(wording);
    if (known === undefined) found.set(wording, { reason: failure.reason, count: 1 });
    else known.count += 1;
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, TOLD);
}

function placesIn(members: readonly Member[]): FailureGroup["places"] {
  const sums = new Map<string, number>();
  for (const { failure } of members)
    for (const [place, { suspicion }] of Object.entries(failure.places))
      sums.set(place, (sums.get(place) ?? 0) + suspicion / members.length);
  return [...sums]
    .map(([place, share]) => ({ place, share }))
    .filter(({ share }) => share >= 0.05)
    .toSorted((a, b) => b.share - a.share || (a.place < b.place ? -1 : 1))
    .slice(0, TOLD);
}

function errorsIn(members: readonly Member[]): FailureGroup["errors"] {
  return [...countsOf(members.flatMap(({ failure }) => failure.error ?? []))]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function countsOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
