import type { Stopped } from "../errors/rollback-exhausted-error.ts";

/** @internal Why a model's request to go back is refused, in words of our own: nothing of the trace is in them. */
export function whyRefused(stopped: Stopped | undefined): string {
  switch (stopped?.by) {
    case "rollbacks":
    case "recovery":
      return "no rollback is left for this run";
    case "steps":
    case "time":
    case "tokens":
    case "money":
      return "the budget of this run is spent";
    case "same-failure":
      return "the run failed at this step in the same way before";
    case "policy":
      return "the rules of this run allow no rewind from here";
    case "irreversible-effect":
      return "something was done since then that cannot be undone";
    case "declined":
      return "a person declined it";
    case "observing":
      return "the run is only observed";
    case undefined:
      return "there is no step to go back to, or the rewind could not be planned";
  }
}
