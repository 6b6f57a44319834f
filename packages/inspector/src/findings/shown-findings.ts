import type { AttemptId } from "../shared/labels/attempt-key.ts";
import type { FindingsView } from "../shared/view/finding-view.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { FindingsById } from "./read-findings.ts";

/** Finds what methods said of an attempt: the findings of the id that its trajectory is exported with. `undefined` if there is no such attempt. */
export type ShownFindings = (id: AttemptId) => Promise<FindingsView | undefined>;

/** Shows findings with the attempts of a source. */
export function shownFindings(
  findings: FindingsById,
  source: Pick<ThreadSource, "trajectory">,
): ShownFindings {
  return async (id) => {
    const trajectory = await source.trajectory(id);
    if (trajectory === undefined) return undefined;
    const own = findings.get(trajectory.id) ?? [];
    const fit = own.filter(({ scores }) => scores.length === trajectory.steps.length);
    return { findings: fit, unfit: own.length - fit.length };
  };
}
