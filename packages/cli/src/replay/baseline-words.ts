import type { Baseline } from "langgraph-rollback/replay";
import type { ReplayedRun } from "./replay-report.ts";

/** Whether runs with their recorded answers do what they did, for people. The first line sums it up. */
export function baselineWords(runs: readonly ReplayedRun[]): readonly string[] {
  const [first] = runs;
  if (runs.length === 1 && first !== undefined) return [`Baseline ${told(first.baseline)}`];
  const count = (status: Baseline["status"]): string =>
    `${runs.filter(({ baseline }) => baseline.status === status).length} ${status}`;
  return [
    `Baselines of ${runs.length} runs: ${count("faithful")}, ${count("degraded")}, ${count("unknown")}.`,
    ...runs
      .filter(({ baseline }) => baseline.status !== "faithful")
      .map(({ baseline, thread }) => `  Thread "${thread}": ${told(baseline)}`),
  ];
}

/** The warning that stands beside conclusions if a baseline is degraded. */
export function degradedWords(runs: readonly ReplayedRun[]): readonly string[] {
  return runs
    .filter(({ baseline }) => baseline.status === "degraded")
    .map(
      ({ baseline, thread }) =>
        `Beware: the baseline of thread "${thread}" is ${placeOf(baseline)}. Its replays may differ from the run for that reason alone.`,
    );
}

const told = (baseline: Baseline): string => `${placeOf(baseline)}: ${baseline.reason}`;

const placeOf = ({ cause, status, step }: Baseline): string =>
  step === undefined
    ? status
    : `${status} from step ${step + 1} on${cause === undefined ? "" : ` (${cause})`}`;
