import type { AttemptOutcome } from "langgraph-rollback";

import type { WhatIfTold } from "./what-if-told.ts";
import type { ReplayName } from "./replay-name.ts";
import type { StepView } from "./thread-view.ts";

/** A replay of a recorded attempt, as a line of a list. All text is untrusted. */
export interface ReplaySummary extends ReplayName {
  /** Place among the replays of its thread, from 1; part of addresses. */
  readonly replay: number;
  /** The run and the attempt that were replayed. */
  readonly run: string;
  readonly attempt: number;
  /** Absent if the replay was inconclusive or unjudged. */
  readonly outcome?: AttemptOutcome | undefined;
  /** Present if a person had it made on the page. */
  readonly whatIf?: WhatIfTold | undefined;
}

/** A replay with its steps, compared with each attempt of its run. */
export interface ReplayView extends ReplaySummary {
  readonly steps: readonly StepView[];
  readonly against: readonly ReplayAgainst[];
}

/** Comparison of a replay with an attempt. */
export interface ReplayAgainst {
  readonly attempt: number;
  /** How many of the first steps are the attempt's own: they did not run again. */
  readonly kept: number;
  /** Index of the first step that differs; absent if none does. */
  readonly partsAt?: number | undefined;
}

/** Which step of which replay. */
export interface ReplayStepAddress {
  readonly thread: string;
  /** From 1. */
  readonly replay: number;
  /** 0-based. */
  readonly step: number;
}
