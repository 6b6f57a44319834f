import type { AttemptRecord, EffectRecord } from "langgraph-rollback";

import type { EndedTurn } from "../run-program.ts";
import type { Told, ToldBefore } from "./told.ts";

/** Effects of an attempt that was rolled back stand in none of these ways. */
const UNDECIDED: readonly EffectRecord["standing"][] = ["held", "to-undo", "not-undone"];

/** Records say nothing untrue of an effect, and a fork is put after the undos that it waits for. */
export const brokenByRecords = (
  { runs, undoneAt, decidedAgain }: EndedTurn,
  told: Told,
  before: ToldBefore,
): readonly string[] => [
  ...runs.flatMap(({ attempts }) =>
    attempts.flatMap((record) =>
      (record.effects ?? []).flatMap((effect) => [
        ...brokenBySharing(effect, before),
        ...brokenByRewind(effect, record),
        ...brokenByFork(effect, record, { told, undoneAt }),
      ]),
    ),
  ),
  ...decidedAgain.map((which) => `What was decided was decided again: ${which}.`),
];

const brokenBySharing = (
  { key, standing, sharedWith }: EffectRecord,
  { acted, mayHaveActed }: ToldBefore,
): readonly string[] =>
  sharedWith === undefined || (standing === "stands" && (acted.has(key) || mayHaveActed(sharedWith)))
    ? []
    : [`${key} is said to be an earlier turn's, is ${standing}, and is not.`];

const brokenByRewind = (
  { key, standing }: EffectRecord,
  { rewind, attempt }: AttemptRecord,
): readonly string[] =>
  rewind !== undefined && UNDECIDED.includes(standing)
    ? [`Attempt ${attempt} was rolled back, and ${key} is ${standing}.`]
    : [];

function brokenByFork(
  { key, standing }: EffectRecord,
  { rewind, attempt }: AttemptRecord,
  { told, undoneAt }: { readonly told: Told; readonly undoneAt: EndedTurn["undoneAt"] },
): readonly string[] {
  const undone = rewind === undefined ? undefined : undoneAt.get(rewind.fork);
  // An act that lands later may hold again by then.
  return undone === undefined || standing !== "undone" || undone.has(key) || told.mayLand.has(key)
    ? []
    : [`The fork after attempt ${attempt} was put before ${key} was undone.`];
}
