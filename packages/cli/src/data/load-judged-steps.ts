import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";
import type { Step } from "@langgraph-rollback/attribution/trajectory";

import { attemptsIn, type UnreadableThread } from "./attempts-of.ts";
import { withSource } from "./open-where.ts";

/** A first attempt that a verifier judged. */
export interface JudgedSteps {
  /** Its run: a unit of its own. */
  readonly unit: string;
  readonly steps: readonly Step[];
  /** Whether the verifier accepted it. */
  readonly right: boolean;
  readonly draw: number;
}

/**
 * The first attempts of recorded runs that a verifier judged. Later attempts follow a failure, and are left out.
 *
 * @throws what `withSource` throws
 */
export async function loadJudgedSteps(
  where: string,
  onUnreadable: (thread: UnreadableThread) => void,
): Promise<readonly JudgedSteps[]> {
  return withSource([where], {}, async (source) => {
    const judged: JudgedSteps[] = [];
    for await (const found of attemptsIn(source)) {
      if (found.kind === "unreadable") onUnreadable(found);
      else if (found.attempt === 1 && found.trajectory.outcome !== undefined) {
        const { id, outcome, steps } = found.trajectory;
        judged.push({ unit: id, steps, right: outcome.ok, draw: trajectoryDraw({ id }) });
      }
    }
    return judged;
  });
}
