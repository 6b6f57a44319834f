import type { AttemptId } from "../labels/attempt-key.ts";
import type { Label } from "../labels/label.ts";
import type { NextLabels } from "./next-labels.ts";

/** An attempt that a label would help with. All text is untrusted. */
export interface QueueItem {
  readonly thread: string;
  readonly run: string;
  readonly attempt: number;
  readonly steps: number;
  readonly task: string;
  /** Which ten of the random order it belongs to, 0-based; whole tens are a fair sample. Absent of what it is not drawn for. */
  readonly ten?: number;
  /** Why it stands where it does in the queue, as a sentence. */
  readonly why: string;
}

/** Two labellers of one attempt who do not agree. */
export interface Disagreement {
  readonly thread: string;
  readonly run: string;
  readonly attempt: number;
  readonly labels: readonly Label[];
}

export interface LabelsView {
  readonly labels: readonly Label[];
  /** Labels by replay, of a convention of their own; absent where there are none. */
  readonly replays?: readonly Label[];
  /** Failed attempts that nobody has labelled, that somebody is unsure of or that are disputed, most helpful first. */
  readonly queue: readonly QueueItem[];
  /** Alike failures of one ten, two or more a group; those that are labelled, too. Only tens that hold different failures have groups. */
  readonly alike: readonly (readonly AttemptId[])[];
  readonly disagreements: readonly Disagreement[];
  /** Of the attempts that two or more have labelled, how many they agree on. */
  readonly agreement: { readonly agreed: number; readonly shared: number };
  /** Gain from the next labels; absent for labels that say whether runs are right. */
  readonly next?: NextLabels;
}
