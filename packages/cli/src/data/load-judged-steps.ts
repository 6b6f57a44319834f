import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";
import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { printable } from "@langgraph-rollback/inspector/shared";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { attemptsIn, type NumberedAttempt, type UnreadableThread } from "./attempts-of.ts";
import { withSource } from "./open-where.ts";

/** A first attempt that a verifier judged. */
export interface JudgedSteps {
  /** Its run: a unit of its own. */
  readonly unit: string;
  readonly steps: readonly Step[];
  /** Whether the verifier accepted it. */
  readonly right: boolean;
  readonly draw: number;
  /** Scores after its steps that were told while it ran, and the fingerprint of what gave them. */
  readonly told?: { readonly scorer: string; readonly scores: readonly number[] };
}

/** First attempts that must not be counted, as an alarm's promise is about those that nothing could stop. */
export interface LeftOut {
  /** Those that an alarm could have stopped, whether it did or not. */
  readonly stoppable: number;
  /** Others that a check after a step has stopped, even if they were let go on then. */
  readonly early: number;
}

/** First attempts that a verifier judged, and how many were left out. */
export interface JudgedRuns {
  readonly runs: readonly JudgedSteps[];
  readonly leftOut: LeftOut;
}

/**
 * The first attempts of recorded runs that a verifier judged and that nothing could stop. Later attempts follow a failure, and are left out.
 *
 * @throws what `withSource` throws
 * @throws {CommandFailedError} on a file of trajectories of which some were stopped early: it does not tell which others could have been
 */
export async function loadJudgedSteps(
  where: string,
  onUnreadable: (thread: UnreadableThread) => void,
  options: WhereOptions = {},
): Promise<JudgedRuns> {
  return withSource([where], options, async (source) => {
    const runs: JudgedSteps[] = [];
    const leftOut = { stoppable: 0, early: 0 };
    for await (const found of attemptsIn(source)) {
      if (found.kind === "unreadable") onUnreadable(found);
      else if (found.attempt === 1 && found.trajectory.outcome !== undefined) {
        checkTold(found, where);
        const why = whyLeftOut(found);
        if (why === undefined) runs.push(judgedIn(found, found.trajectory.outcome.ok));
        else leftOut[why] += 1;
      }
    }
    return { runs, leftOut };
  });
}

function checkTold({ trajectory, view }: NumberedAttempt, where: string): void {
  if (view.head !== undefined || trajectory.outcome?.stoppedEarly !== true) return;
  throw new CommandFailedError(
    `${printable(where)} has runs that were stopped early, and does not tell which others an alarm could have stopped. Name the database that they were recorded in.`,
  );
}

/** An attempt that an alarm could have stopped, but let pass, is one of the quiet ones: counting it lowers the threshold from round to round. */
function whyLeftOut({ view: { outcome, problems, watch } }: NumberedAttempt): keyof LeftOut | undefined {
  if (watch?.alarm?.stops === true || outcome?.early?.by === "alarm") return "stoppable";
  const wasStopped =
    outcome?.early !== undefined || problems?.some(({ code }) => code === "STOP_REFUSED") === true;
  return wasStopped ? "early" : undefined;
}

function judgedIn({ trajectory, view }: NumberedAttempt, right: boolean): JudgedSteps {
  const { id, steps } = trajectory;
  const alarm = view.watch?.alarm;
  return {
    unit: id,
    steps,
    right,
    draw: trajectoryDraw({ id }),
    ...(alarm === undefined ? {} : { told: { scorer: alarm.scorer, scores: alarm.scores } }),
  };
}

/** A sentence about the runs that were left out; none where there are none. */
export function leftOutLines({ early, stoppable }: LeftOut = { early: 0, stoppable: 0 }): readonly string[] {
  const parts = [
    ...(stoppable === 0 ? [] : [`${runsOf(stoppable)} that an alarm could have stopped`]),
    ...(early === 0 ? [] : [`${runsOf(early)} that a check stopped`]),
  ];
  return parts.length === 0 ? [] : [`Left out: ${parts.join(", ")}.`];
}

const runsOf = (count: number): string => `${count} ${count === 1 ? "run" : "runs"}`;
