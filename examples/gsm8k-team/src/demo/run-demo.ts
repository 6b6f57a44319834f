import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { checkModel, type Environment } from "@langgraph-rollback/example-simulation";
import { createTeamGraph } from "../team/team-graph.ts";
import { calibrationPhase } from "./calibration-phase.ts";
import { compareArms, compareByPolicies } from "./compare-arms.ts";
import { coverageOf } from "./coverage.ts";
import { calibrationDeviation, type DemoFigures } from "./demo-figures.ts";
import type { DemoOptions } from "./demo-options.ts";
import { type DemoSetting, demoSetting, titleOf } from "./demo-setting.ts";
import { freshPhase } from "./fresh-phase.ts";
import { compareJudges } from "./judge-arms.ts";
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

/** Results that the demo leaves behind. */
export interface DemoOutcome {
  /** Holds the runs with rollback. */
  readonly saver: BaseCheckpointSaver;
  /** SQLite file of `saver`; undefined where it is memory. */
  readonly file: string | undefined;
  /** Undefined where nothing was calibrated or memory was wanted. */
  readonly calibrationFile: string | undefined;
  /** Thread of the run whose story was told; undefined if none failed. */
  readonly told: string | undefined;
  readonly figures: DemoFigures;
}

/**
 * The whole demo: calibrate, run, tell one story, compare, sum up.
 *
 * @param env key and address of a real model; without them the model is simulated
 * @param onOpened called with the place where runs with rollback are stored, before the first of them; awaited
 * @throws {UsageError} if a file that is to be written cannot be, or exists already
 * @throws {ModelSilentError} if a real model does not answer
 */
export async function runDemo(
  options: DemoOptions,
  env: Environment,
  narrator: Narrator,
  onOpened?: (opened: OpenedSaver) => Promise<void>,
): Promise<DemoOutcome> {
  const setting = await demoSetting(options, env);
  narrator.title(titleOf(setting));
  if (options.json !== undefined) checkFiguresFile(options.json);
  await checkModel(setting.chosen);
  const opened = await openFreshSaver(options.db);
  narrator.say(whereRunsAreKept(opened));
  await onOpened?.(opened);
  const learnt = await calibrationPhase(setting, opened.calibrationFile, narrator);
  const runs = await freshPhase(setting, learnt.calibration, opened.saver, narrator);
  const told = await tellStory(setting, opened, runs, narrator);
  const figures = await measure(setting, learnt, runs, narrator);
  narrator.say(wrapped(resultsTable(figures), narrator.width));
  if (options.json !== undefined) {
    writeFigures(options.json, figures);
    narrator.say(`Figures: ${options.json}`);
  }
  const calibrationFile = learnt.calibration && opened.calibrationFile;
  return { saver: opened.saver, file: opened.file, calibrationFile, told, figures };
}

function whereRunsAreKept({ file, trouble }: OpenedSaver): string {
  if (file !== undefined) return `Runs with rollback are stored in ${file} (SQLite); all others in memory.`;
  return trouble === undefined
    ? "All runs stay in memory."
    : `SQLite is not available (${trouble}), so all runs stay in memory and nothing can be read afterwards.`;
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
    version: 3,
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
    frontier: chosen.simulated ? await compareByPolicies(failed, parts, narrator) : null,
    judge: chosen.simulated ? await compareJudges(tasks.fresh, parts, learnt.firstAttempts, narrator) : null,
  };
}
