import type { Calibration } from "@langgraph-rollback/attribution";

/**
 * A verdict on an attempt, by a person or by replays.
 *
 * Of a failed attempt: only "decisive" feeds calibration: a failure whose decisive step somebody
 * named, or several decisive steps where no single step explains the failure. "none" says that no step is at fault, "not-this" rules out one step, "unsure" puts the attempt back in the queue.
 *
 * Of a first attempt, accepted or rejected: "right" and "wrong" say whether its result is, and feed the calibration of a verifier. They are given
 * by the convention {@link RIGHT_OR_WRONG} alone, which knows no other verdicts but "unsure".
 *
 * By replays, of a failed attempt: "decisive" is the last start from which a replay was accepted, "between" the steps among which it lies,
 * "unrecovered" that no replay was accepted, and "inconclusive" that replays came to no verdict or contradict each other. All of them feed calibration.
 * They are given by the convention {@link LAST_RECOVERING_START} alone, which knows no others.
 */
export type LabelVerdict =
  | {
      readonly kind: "decisive";
      /** Index of the decisive step; of several, the earliest. */
      readonly step: number;
      /** Indexes of further decisive steps, ascending, all after `step`. Default: none. */
      readonly further?: readonly number[];
    }
  | { readonly kind: "none" }
  | { readonly kind: "not-this"; readonly step: number }
  | { readonly kind: "unsure" }
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | {
      readonly kind: "between";
      /** Index of the earliest of these steps: a replay from it was accepted, or it is the first step. */
      readonly first: number;
      /** Index of the latest of these steps, after `first`. */
      readonly last: number;
    }
  | { readonly kind: "unrecovered" }
  | { readonly kind: "inconclusive" };

/** One label, as stored: never altered, only retracted by a later entry. */
export interface Label {
  readonly id: string;
  readonly thread: string;
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
  /** Number of the attempt's steps when it was labelled. */
  readonly steps: number;
  readonly verdict: LabelVerdict;
  /** Name of the person whose verdict it is; {@link REPLAY} of a label by replay. */
  readonly labeller: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The labeller's meaning of "decisive". Calibration uses labels of one convention. */
  readonly convention: string;
  readonly reason?: string;
  /**
   * Whether the labeller had seen the attempt's scores or its set when they gave the label. Such a label follows the scorer
   * more often than a blind one, so calibration does not use it. Absent where nobody recorded it, which counts as not seen.
   */
  readonly scoresInView?: boolean;
}

/** Default convention: Who&When's. */
export const EARLIEST_UNRECOVERED = "earliest-unrecovered";

/** Convention of labels that say whether a run is right. They name no steps, so that they stay apart from all others. */
export const RIGHT_OR_WRONG = "right-or-wrong";

/** Convention of labels by replay: the last start from which a replay of the attempt was accepted. No person gives them. */
export const LAST_RECOVERING_START: NonNullable<Calibration["convention"]> = "last-recovering-start";

/** Labeller of all labels by replay. */
export const REPLAY = "replay";

/** Label as a labeller gives it; the store adds id and time. */
export type NewLabel = Omit<Label, "id" | "at">;

/** Label as the page sends it. The server knows the labeller, and the convention of labels that name steps. */
export type GivenLabel = Omit<NewLabel, "convention" | "labeller"> & {
  /** Given for labels of runs alone. */
  readonly convention?: typeof RIGHT_OR_WRONG;
};

const ONLY_BY_REPLAY: ReadonlySet<LabelVerdict["kind"]> = new Set(["between", "unrecovered", "inconclusive"]);

/** Whether labels of a convention may hold a verdict. A replay names one start, so that further decisive steps do not fit. */
export function fitsConvention(verdict: LabelVerdict, convention: string | undefined): boolean {
  const { kind } = verdict;
  if (convention === LAST_RECOVERING_START)
    return ONLY_BY_REPLAY.has(kind) || (verdict.kind === "decisive" && verdict.further === undefined);
  if (ONLY_BY_REPLAY.has(kind)) return false;
  if (kind === "unsure") return true;
  return (kind === "right" || kind === "wrong") === (convention === RIGHT_OR_WRONG);
}

/** Store of labels. Appends only: `retract` adds an entry, too. */
export interface LabelStore {
  /** Labels that stand, oldest first. */
  readonly list: () => Promise<readonly Label[]>;
  readonly add: (label: NewLabel) => Promise<Label>;
  /** @returns whether there was such a label that stood */
  readonly retract: (id: string) => Promise<boolean>;
}
