import type { PersonsAction } from "../shared/acting/acting-view.ts";

/** A person has acted on a thread that is not as they have seen it. Nothing was done. */
export class ThreadChanged extends Error {
  override readonly name = "ThreadChanged";
  /** The latest action of a person on its last run. */
  readonly last: PersonsAction | undefined;

  constructor(last: PersonsAction | undefined) {
    super("The thread has changed since it was looked at.");
    this.last = last;
  }
}
