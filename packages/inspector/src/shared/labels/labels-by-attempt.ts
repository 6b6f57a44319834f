import { attemptKey, type AttemptId } from "./attempt-key.ts";
import type { Label } from "./label.ts";

/** Labels sorted by what they are about, each group in the order given. */
export interface LabelsByAttempt {
  readonly groups: readonly (readonly Label[])[];
  /** The labels of one attempt; none if it has none. */
  readonly of: (id: AttemptId) => readonly Label[];
}

/** Puts labels of the same attempt together. */
export function labelsByAttempt(labels: readonly Label[]): LabelsByAttempt {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    const key = attemptKey(label);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [label]);
    else group.push(label);
  }
  return { groups: [...groups.values()], of: (id) => groups.get(attemptKey(id)) ?? [] };
}
