import type { Attribution } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ThreadStatus, ThreadSummary } from "../shared/view/thread-summary.ts";
import type { AttemptView, RunView } from "../shared/view/thread-view.ts";
import { boundedAttribution, boundedOutcome } from "./attempt-view.ts";
import { fileLabels } from "./file-label.ts";
import { rejection } from "../shared/words/outcome-words.ts";
import { oneLine, shortened } from "../shared/words/shortened.ts";
import { replayNameOf } from "./replay-name.ts";
import { stepDetailOf } from "./step-detail-of.ts";
import { stepViewOf } from "./step-view.ts";
import type { ThreadSource } from "./thread-source.ts";

const LONG_AGO = "1970-01-01T00:00:00.000Z";

/** Characters of an id: it is shown, and part of addresses. */
const ID = 200;

/** Contents of a file beside its trajectories. */
export interface BesideTrajectories {
  /** Of each trajectory that was attributed. Default: none. */
  readonly attributions?: ReadonlyMap<Trajectory, Attribution> | undefined;
  /** When the file was written, ISO 8601, UTC. Default: 1970. */
  readonly writtenAt?: string | undefined;
}

/**
 * Shows trajectories as threads, each with one run of one attempt. Of trajectories with the same id, the later ones get
 * a number.
 *
 * @param trajectories as they are in a file; nothing is judged anew
 * @param name         of the file, for people
 */
export function trajectorySource(
  trajectories: readonly Trajectory[],
  name: string,
  { attributions = new Map(), writtenAt = LONG_AGO }: BesideTrajectories = {},
): ThreadSource {
  const threads = new Map<string, Trajectory>();
  for (const trajectory of trajectories) {
    const own = shortened(trajectory.id, ID).text;
    let id = own;
    for (let copy = 2; threads.has(id); copy += 1) id = `${own} (${copy})`;
    threads.set(id, trajectory);
  }
  return {
    name,
    list: async (limit) => ({
      threads: [...threads]
        .slice(0, limit)
        .map(([id, trajectory]) => summaryOf(id, trajectory, attributions.get(trajectory))),
      more: threads.size > limit,
    }),
    listVersion: async () => "1",
    thread: async (id) => {
      const trajectory = threads.get(id);
      if (trajectory === undefined) return undefined;
      return { id, ...replayOf(trajectory), runs: [runOf(trajectory, attributions.get(trajectory))] };
    },
    step: async (address) => {
      const { run, attempt, step: index, thread } = address;
      const step = run === "" && attempt === 1 ? threads.get(thread)?.steps[index] : undefined;
      return step === undefined ? undefined : stepDetailOf(address, step, {});
    },
    trajectory: async ({ thread, run, attempt }) =>
      run === "" && attempt === 1 ? threads.get(thread) : undefined,
    version: async () => "1",
    labels: [...threads].flatMap(([thread, trajectory]) =>
      fileLabels(trajectory, { thread, name, at: writtenAt }),
    ),
    close: async () => {},
  };
}

function summaryOf(id: string, trajectory: Trajectory, attribution?: Attribution): ThreadSummary {
  const { steps } = trajectory;
  const set = attribution && {
    size: attribution.set.steps.length,
    steps: steps.length,
    status: attribution.status,
  };
  const reason = rejection(trajectory);
  return {
    ...(set === undefined ? {} : { set }),
    id,
    ...replayOf(trajectory),
    status: statusOf(trajectory),
    task: oneLine(trajectory.task, 280),
    ...(reason === undefined ? {} : { reason: oneLine(reason, 280) }),
    runs: trajectory.outcome === undefined ? 0 : 1,
    attempts: trajectory.outcome === undefined ? 0 : 1,
  };
}

function replayOf(trajectory: Trajectory): Pick<ThreadSummary, "replay"> {
  const name = replayNameOf(trajectory);
  return name === undefined ? {} : { replay: { ...name, thread: shortened(name.thread, ID).text } };
}

function runOf(trajectory: Trajectory, attribution?: Attribution): RunView {
  const { steps, outcome, task } = trajectory;
  const attempt: AttemptView = {
    attempt: 1,
    outcome: outcome && boundedOutcome(outcome),
    kept: 0,
    steps: steps.map((step) => stepViewOf(step)),
    ...(attribution === undefined ? {} : { attribution: boundedAttribution(attribution) }),
  };
  return {
    run: "",
    status: statusOf(trajectory),
    reason: shortened(outcome?.reason ?? "", 4000).text,
    task: shortened(task, 4000).text,
    attempts: [attempt],
  };
}

function statusOf({
  label,
  outcome,
}: Trajectory): Extract<ThreadStatus, "succeeded" | "failed" | "not-judged"> {
  // Only failed runs have a decisive step.
  if (outcome === undefined) return label === undefined ? "not-judged" : "failed";
  return outcome.ok ? "succeeded" : "failed";
}
