import type { AttemptRecord } from "../../history/attempt-record.ts";
import { failedInWords } from "../../planning/failure.ts";
import { notRolledBack } from "./ask-human.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";

/** @internal The record of a decision to roll back that is not carried out, because the run is only observed: it says what would have been done. */
export function observedRecord(record: RollBackRecord): AttemptRecord {
  const { attempt, outcome, rewind, note, effects } = record;
  const { fork: _, ...plan } = rewind;
  return {
    ...notRolledBack(record),
    reason: `${failedInWords(attempt, outcome)}; it would have been rewound to before step ${plan.step + 1} of ${plan.kept + plan.redone}, but the mode is "observe".`,
    stopped: { by: "observing" },
    planned: {
      ...plan,
      ...(note === undefined ? {} : { note }),
      ...(effects === undefined ? {} : { effects }),
    },
  };
}
