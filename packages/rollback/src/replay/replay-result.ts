import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { AttemptSpent } from "../history/attempt-record.ts";
import type { RewindPlan } from "../rewinding/rewind-point.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { ReplayedCall } from "../answers/replay-answer.ts";

/** A run whose calls were answered from a recorded one. */
export interface PlayedRun<Output = unknown> {
  /** "inconclusive": a call had no answer, so the replay ended early and says nothing about the run. "unjudged": there is no verifier, or it failed. */
  readonly status: "accepted" | "rejected" | "inconclusive" | "unjudged";
  /** Why, in sentences. */
  readonly reason: string;
  /** Result of the graph; `undefined` if it did not return. */
  readonly output: Output | undefined;
  /** The exception that escaped, if one did. */
  readonly error?: unknown;
  /** The verdict. */
  readonly outcome?: AttemptOutcome;
  /** Calls of tools, acts, answered nodes and models in their order, and where each answer came from. */
  readonly calls: readonly ReplayedCall[];
  /** Its steps, the kept ones first. */
  readonly trajectory: RecordedTrajectory;
  /** Amount that it has spent itself, its verdict included. */
  readonly spent: AttemptSpent;
  /** The copy: the graph's states in the replay can be read from it. */
  readonly checkpointer: BaseCheckpointSaver;
}

/** A recorded run that was tried again on a copy. */
export interface Replay<Output = unknown> extends PlayedRun<Output> {
  /** From where it ran: at the given step, or earlier where the graph cannot be rewound to it. */
  readonly rewind: RewindPlan;
  /** The note that it was told. */
  readonly note?: string;
}
