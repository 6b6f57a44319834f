import type { Stopped } from "langgraph-rollback";

/** Reason for the end of a run all of whose attempts failed, as half a sentence: "2 of 2 rollbacks were made". */
export function stoppedWords({ by, limit, used }: Stopped): string {
  switch (by) {
    case "rollbacks":
      return limit === undefined
        ? "no rollback was left"
        : `at most ${number(limit)} ${limit === 1 ? "rollback was" : "rollbacks were"} allowed`;
    case "steps":
      return spent("budget of steps", used, limit);
    case "tokens":
      return spent("budget of tokens", used, limit);
    case "money":
      return spent("budget of money", used, limit);
    case "time":
      return spent("budget of time", used, limit, " ms");
    case "same-failure":
      return "it failed at the same step with the same words as before";
    case "policy":
      return "the policy gave up";
    case "irreversible-effect":
      return "a rollback would have undone an effect that cannot be undone";
    case "declined":
      return "a human declined the rollback";
    case "recovery":
      return limit === undefined
        ? "runs are cut short"
        : `runs are cut short at ${number(limit)} ${limit === 1 ? "rollback" : "rollbacks"}`;
    case "observing":
      return "the run was only observed";
  }
}

function spent(budget: string, used: number | undefined, limit: number | undefined, unit = ""): string {
  if (used === undefined || limit === undefined) return `the ${budget} was spent`;
  return `the ${budget} was spent (${number(used)} of ${number(limit)}${unit})`;
}

/** Money of a cent and less keeps its digits. */
const number = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 6 });
