import { createTeamGraph } from "../team/team-graph.ts";
import { calibrationPhase } from "./calibration-phase.ts";
import { compareArms } from "./compare-arms.ts";
import { coverageOf } from "./coverage.ts";
import { calibrationDeviation, type DemoFigures } from "./demo-figures.ts";
import type { DemoOptions } from "./demo-options.ts";
import { checkModel, type DemoSetting, demoSetting, type Environment } from "./demo-setting.ts";
import { freshPhase } from "./fresh-phase.ts";
import { tellHistory } from "./history-command.ts";
import type { Narrator } from "./narrator.ts";
import { type OpenedSaver, openFreshSaver } from "./open-saver.ts";
import { createOracle } from "./oracle.ts";
import { wrapped } from "./printable.ts";
import { resultsTable } from "./results-table.ts";
import type { TaskRun } from "./run-task.ts";
import { shareOf } from "./share.ts";
import { storyOf } from "./story.ts";
import type { TeamCalibration } from "./calibrate-team.ts";
import { distinctProblems } from "./team-task.ts";
import { checkFiguresFile, writeFigures } from "./write-figures.ts";

/** The whole demo: calibrate, run, tell one story, compare, sum up. */
export async function runDemo(options: DemoOptions, env: Environment, narrator: Narrator): Promise<void> {
  const setting = await demoSetting(options, env);
  narrator.title(`A team of agents on GSM8K problems, with rollback (${setting.chosen.name})`);
  if (options.history !== undefined) return tellHistory(setting, options.history, narrator);
  if (options.json !== undefined) checkFiguresFile(options.json);
  await checkModel(setting);
  const opened = await openFreshSaver(options.db);
  narrator.say(whereRunsAreKept(opened));
  const learnt = await calibrationPhase(setting, opened.file, narrator);
  const runs = await freshPhase(setting, learnt.calibration, opened.saver, narrator);
  const told = await tellStory(setting, opened, runs, narrator);
  const figures = await measure(setting, learnt, runs, narrator);
  narrator.say(wrapped(resultsTable(figures), narrator.width));
  if (options.json !== undefined) {
    await writeFigures(options.json, figures);
    narrator.say(`Figures: ${options.json}`);
  }
  narrator.end(howToReadOn(opened, options, told));
}

function whereRunsAreKept({ file, trouble }: OpenedSaver): string {
  if (file !== undefined) return `Runs with rollback are kept in ${file} (SQLite); all others in memory.`;
  return trouble === undefined
    ? "All runs are kept in memory."
    : `SQLite is not available (${trouble}), so all runs are kept in memory and nothing can be read afterwards.`;
}

/** The first run that one rollback to a set's start brought to a right end, or else the first that failed at all. */
async function tellStory(
  { chosen, faultyStep }: DemoSetting,
  { saver }: OpenedSaver,
  runs: readonly TaskRun[],
  narrator: Narrator,
): Promise<string | undefined> {
  const failed = runs.filter(({ status }) => status !== "succeeded");
  const run =
    failed.find(
      ({ status, records }) =>
        status === "recovered" && records.length === 2 && (records[0]?.rewind?.kept ?? 0) > 0,
    ) ?? failed[0];
  if (run === undefined) return undefined;
  const graph = createTeamGraph(chosen.model, saver);
  const threadId = run.task.id;
  const { width, isColored } = narrator;
  const story = await storyOf(graph, { threadId, width, isColored, faultyStep: faultyStep(threadId) });
  narrator.say(`The story of one of these runs, ${threadId} (${chosen.name}):\n\n${story ?? ""}`);
  return threadId;
}

async function measure(
  setting: DemoSetting,
  learnt: TeamCalibration,
  runs: readonly TaskRun[],
  narrator: Narrator,
): Promise<DemoFigures> {
  const { chosen, options, problems, tasks, faultyStep } = setting;
  const { calibration, labelled, fitted, skipped } = learnt;
  const { alpha, seed } = options;
  const failed = runs.filter(({ status }) => status !== "succeeded");
  const recovered = failed.filter(({ status }) => status === "recovered");
  const isKnown = chosen.simulated && labelled.length > 0;
  const oracle = isKnown ? await createOracle(faultyStep, labelled, alpha) : undefined;
  const parts = { model: chosen.model, problems, calibration };
  return {
    format: "langgraph-rollback/gsm8k-demo",
    version: 1,
    seed,
    alpha,
    model: { name: chosen.name, simulated: chosen.simulated },
    calibration: {
      runs: tasks.calibration.length,
      distinctProblems: distinctProblems(tasks.calibration),
      labelled: labelled.length,
      skipped,
      fitted,
      calibrated: calibration?.n ?? 0,
    },
    fresh: {
      runs: runs.length,
      distinctProblems: distinctProblems(tasks.fresh),
      solvedAtOnce: shareOf(runs.length - failed.length, runs.length),
      recovered: shareOf(recovered.length, runs.length),
      givenUp: shareOf(failed.length - recovered.length, runs.length),
      failedAtFirst: failed.length,
      distinctProblemsFailed: distinctProblems(failed.map(({ task }) => task)),
    },
    coverage: chosen.simulated ? coverageOf(failed, faultyStep) : null,
    calibrationDeviation: calibrationDeviation(calibration?.n ?? 0, alpha),
    arms: await compareArms(failed, parts, oracle, narrator),
  };
}

function howToReadOn({ file }: OpenedSaver, { db }: DemoOptions, threadId = "ID"): string {
  if (file === undefined) return "Done.";
  const where = db === undefined ? "" : ` --db ${db}`;
  return `Done. To read a run's history from the file, in a new process:\n   npm run demo -- --history ${threadId}${where}`;
}
