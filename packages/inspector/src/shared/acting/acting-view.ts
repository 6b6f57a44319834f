import type { RunHistory } from "langgraph-rollback";
import type { ActionPreview } from "langgraph-rollback/operator";

/** Something that a person has done to an attempt. */
export type PersonsAction = NonNullable<RunHistory["actions"]>[number];

/** A run that somebody has started from the page. Plain JSON; all text is untrusted. */
export interface StartedRun {
  /** Tells it from others of its thread. */
  readonly id: string;
  readonly action: "retry" | "approve" | "decline";
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

/** Actions that a thread allows as it stands. All text is untrusted. */
export interface ActingView extends ActionPreview {
  /** Present while such a run is under way in the inspector. */
  readonly underWay?: StartedRun | undefined;
  /** Present if the last such run has failed. */
  readonly failed?: FailedStart | undefined;
}
