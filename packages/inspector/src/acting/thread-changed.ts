import type { PersonsAction } from "../shared/acting/acting-view.ts";

/** The thread is not as the person has seen it, so nothing was done. */
export interface ThreadChanged {
  /** The latest action of a person on its last run, if there is one. */
  readonly changedBy: PersonsAction | undefined;
}

export function isThreadChanged(result: object): result is ThreadChanged {
  return "changedBy" in result;
}
