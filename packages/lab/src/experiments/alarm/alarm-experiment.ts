import { SUPPORT } from "../../systems/systems.ts";
import type { Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { alarmChart } from "./alarm-chart.ts";
import { alarmClaims } from "./alarm-claims.ts";
import { alarmFigures } from "./alarm-figures.ts";
import { alarmMarkdown, alarmSummary } from "./alarm-tables.ts";
import type { LearntAlarm } from "./learn-alarm.ts";
import type { WatchedTask } from "./watch-runs.ts";

/** The demo's team, and an agent of LangChain with tools. */
const SYSTEMS = ["team", SUPPORT];
const RUNS = 2000;
const LEARNT = 600;
/** Runs that a process makes before it tells of them. */
const PART = 50;

/** 160 runs are about the fewest that fit an alarm of the team. */
const QUICK = { runs: 30, learnt: 320 } as const;

/** Worth of stopping runs early, retries included. */
export const alarmExperiment: Experiment = {
  name: "alarm",
  question: "What an early alarm saves and costs, retries included (simulated agents)",
  document: "early-alarm.md",
  run: async ({ isQuick, onProgress, runs = RUNS, seed }) => {
    const extent = isQuick ? QUICK : { runs, learnt: LEARNT };
    const module = new URL("alarm-worker.js", import.meta.url);
    const parts = Array.from({ length: Math.ceil(extent.runs / PART) }, (_, at) => ({
      from: at * PART,
      count: Math.min(PART, extent.runs - at * PART),
    }));
    const learnt: readonly LearntAlarm[] = await inProcesses(
      { module, name: "learnInProcess" },
      SYSTEMS.map((system) => ({ system, runs: extent.learnt, seed: 2 * seed })),
      onProgress,
    );
    const watched: readonly (readonly WatchedTask[])[] = await inProcesses(
      { module, name: "watchInProcess" },
      // Seeds of its own: no run is one that the alarm has learnt from.
      SYSTEMS.flatMap((system, at) =>
        parts.map((part) => ({ ...part, system, learnt: learnt[at], seed: 2 * seed + 1 })),
      ),
      onProgress,
    );
    return alarmFinding(
      SYSTEMS.flatMap((system, at) => {
        const own = learnt[at];
        const tasks = watched.slice(at * parts.length, (at + 1) * parts.length).flat();
        return own === undefined ? [] : alarmFigures(system, own, tasks);
      }),
    );
  },
};

/** The tables, the chart and the claims of measured agents. */
function alarmFinding(figures: readonly ReturnType<typeof alarmFigures>[]) {
  const claims = alarmClaims(figures);
  return {
    markdown: alarmMarkdown(figures, claims),
    summary: alarmSummary(figures, claims),
    figures,
    charts: { alarm: alarmChart(figures) },
    claims,
  };
}
