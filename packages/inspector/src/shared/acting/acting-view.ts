import type { RunHistory } from "langgraph-rollback";
import type { ActionPreview } from "langgraph-rollback/operator";

import type { WhatIfTold } from "../view/what-if-told.ts";

/** Something that a person has done to an attempt. */
export type PersonsAction = NonNullable<RunHistory["actions"]>[number];

/** A run that somebody has started from the page. Plain JSON; all text is untrusted. */
export interface StartedRun {
  /** Tells it from others of its thread. */
  readonly id: string;
  readonly action: "retry" | "approve" | "decline" | "what-if";
  /** Name of the person. */
  readonly by: string;
  /** Start, ISO 8601, UTC. */
  readonly at: string;
  /** First step that runs again, 0-based, if the person has named one. */
  readonly step?: number | undefined;
}

/** A run that was started from the page and has ended with an error. */
export interface FailedStart extends StartedRun {
  readonly message: string;
}

/** The run of a queue that a thread's next action is about: one that has not ended, else the latest. All text is untrusted. */
export interface QueuedOnThread {
  readonly run: string;
  /** As the queue says it: "queued", "running" and "waiting" have not ended. */
  readonly status: string;
  readonly hasEnded: boolean;
  /** Why it ended without a result, or the latest thing that went wrong around it. */
  readonly problem?: string | undefined;
  /** Actions of named people on it, oldest first. */
  readonly actions: readonly {
    readonly at: string;
    readonly action: "answer" | "cancel" | "retry";
    readonly by: string;
    readonly why?: string | undefined;
  }[];
}

/** A thread that could be deleted: what would go with it, or why it cannot be. */
export interface DeletionView {
  readonly expected: string;
  /** One line each. */
  readonly gone: readonly string[];
  readonly refused?: string | undefined;
}

/** What-ifs of a thread: retries on a copy in memory. All text is untrusted. */
export interface WhatIfsView {
  /** Names of tools and acts that the agent's own rules let run in the real world. */
  readonly runs: readonly string[];
  /** Nodes whose code they let run. Acts in it are asked for one by one. */
  readonly nodes: readonly string[];
  /** Names that a function of these rules stands for, or the recorded answer alone. */
  readonly answered: readonly string[];
  /** Whether they make a sandbox for each. */
  readonly hasSandbox: boolean;
  /** Present while one is under way. */
  readonly underWay?: StartedRun | undefined;
  /** Present if the last one could not be made. */
  readonly failed?: FailedStart | undefined;
  /** The last one that was made: its place among the replays of the thread, from 1. */
  readonly last?: { readonly replay: number; readonly told: WhatIfTold } | undefined;
}

/** Actions that a thread allows as it stands. All text is untrusted. */
export interface ActingView extends ActionPreview {
  /** Present while such a run is under way in the inspector. */
  readonly underWay?: StartedRun | undefined;
  /** Present if the last such run has failed. */
  readonly failed?: FailedStart | undefined;
  /** Absent where the inspector was given no agent. */
  readonly whatIfs?: WhatIfsView | undefined;
  /** Present if a queue knows the thread: its workers carry actions out. */
  readonly queued?: QueuedOnThread | undefined;
  /** Present if the inspector was given no agent: nothing can be looked at before, but the question that waits. */
  readonly hasNoAgent?: true | undefined;
}
