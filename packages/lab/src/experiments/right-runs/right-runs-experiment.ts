import { table } from "../../documents/table.ts";
import { SYSTEM_NAMES } from "../../systems/systems.ts";
import type { Claim, Experiment } from "../experiment.ts";
import { type Figure, overProblems } from "../figure.ts";
import { inProcesses } from "../in-processes.ts";
import type { JudgedRuns, RightRunsSetting } from "./judge-right-runs.ts";

const WORKER = { module: new URL("right-runs-worker.js", import.meta.url), name: "judgeInProcess" };

/** Right runs of a system, over all calibrations. */
const RUNS = 500;

interface RightRunsFigures {
  readonly system: string;
  /** Right runs that were judged. */
  readonly n: number;
  readonly rejected: Figure;
  readonly arms: readonly {
    readonly arm: string;
    /** Share of the right runs whose caller gets a wrong result. */
    readonly spoilt: Figure;
    /** Steps that ran again, of those of the rejected runs. */
    readonly redone: number;
  }[];
}

/** Measures the effect of rollback on right runs under a judge that errs. */
export const rightRunsExperiment: Experiment = {
  name: "right-runs",
  question: "How many right runs are spoilt under a judge that errs (simulated model and judge)",
  run: async ({ isQuick, onProgress, runs = RUNS, seed }) => {
    const calibrations = isQuick ? 1 : 5;
    const size = isQuick
      ? { fit: 30, calibrate: 30, runs: 60 }
      : { fit: 100, calibrate: 100, runs: Math.ceil(runs / calibrations) };
    const systems = isQuick ? ["team"] : SYSTEM_NAMES;
    const settings = systems.flatMap((system) =>
      Array.from({ length: calibrations }, (_, at): RightRunsSetting => ({
        system,
        size,
        calibration: seed * calibrations + at,
      })),
    );
    const judged: readonly JudgedRuns[] = await inProcesses(WORKER, settings, onProgress);
    const figures = systems.map((system, at) =>
      figuresOf(system, judged.slice(at * calibrations, (at + 1) * calibrations)),
    );
    const markdown = rightRunsMarkdown(figures);
    return { markdown, summary: markdown, figures, charts: {}, claims: figures.map(sparedBy) };
  },
};

function figuresOf(system: string, judged: readonly JudgedRuns[]): RightRunsFigures {
  const problems = judged.flatMap((each) => each.problems);
  const rejected = judged.flatMap((each) => each.rejected);
  const accepted = problems.length - rejected.length;
  // Nothing becomes of runs that are accepted.
  const names = [...rejected.map(({ problem }) => problem), ...unrejected(judged)];
  const over = (values: readonly boolean[]): Figure =>
    overProblems([...values.map(Number), ...Array.from({ length: accepted }, () => 0)], names);
  const arms = Object.keys(rejected[0]?.arms ?? {});
  const steps = rejected.reduce((sum, run) => sum + run.steps, 0);
  return {
    system,
    n: problems.length,
    rejected: over(rejected.map(() => true)),
    arms: arms.map((arm) => ({
      arm,
      spoilt: over(rejected.map((run) => run.arms[arm]?.ok === false)),
      redone: rejected.reduce((sum, run) => sum + (run.arms[arm]?.redone ?? 0), 0) / steps,
    })),
  };
}

/** Problems of the runs that were accepted. */
const unrejected = (judged: readonly JudgedRuns[]): readonly string[] =>
  judged.flatMap(({ problems, rejected }) => {
    const left = rejected.map(({ problem }) => problem);
    return problems.filter((problem) => {
      const at = left.indexOf(problem);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  });

/** Markdown for the document. */
export function rightRunsMarkdown(figures: readonly RightRunsFigures[]): string {
  const arms = figures[0]?.arms.map(({ arm }) => arm) ?? [];
  return table(
    ["", "right runs", "rejected", ...arms],
    figures.map(({ arms: measured, n, rejected, system }) => [
      system,
      String(n),
      percent(rejected),
      ...measured.map(({ redone, spoilt }) => `${percent(spoilt)}, ${redone.toFixed(2)}`),
    ]),
  );
}

const percent = ({ mean, standardError }: Figure): string =>
  `${(100 * mean).toFixed(1)} ± ${(100 * standardError).toFixed(1)} %`;

/** Standard errors beyond which chance does not reach. */
const BEYOND = 3;

/** Going back part of the way spoils no more than restarting does. */
function sparedBy({ arms, system }: RightRunsFigures): Claim {
  const spoiltBy = (name: string): Figure =>
    arms.find(({ arm }) => arm === name)?.spoilt ?? { mean: 1, standardError: 0 };
  const [byDefault, byRestart] = [spoiltBy("least cost"), spoiltBy("restart")];
  return {
    sentence: `${system}: the default policy spoils no more right runs than restarting, beyond chance.`,
    holds: byDefault.mean <= byRestart.mean + BEYOND * byDefault.standardError,
    measured: `${percent(byDefault)}, restarting ${percent(byRestart)}`,
  };
}
