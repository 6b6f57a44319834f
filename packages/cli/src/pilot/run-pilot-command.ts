import {
  pilotAdvice,
  pilotFigures,
  type PilotReport,
  type PilotTask,
  type PromiseLine,
  promisesOf,
  readCalibration,
  writeWholeFile,
} from "@langgraph-rollback/attribution";
import { knownStart } from "@langgraph-rollback/inspector";
import { type PilotedRun, pilotRuns } from "langgraph-rollback/pilot";
import { restart } from "langgraph-rollback/policies";
import { promiseSourcesIn } from "../data/calibration-in.ts";
import { exportIn } from "../data/load-export.ts";
import { type PlannedTask, readTasks } from "../data/read-tasks.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Output, Progress } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { loadPiloted, type Piloted, type PilotedModules } from "./load-piloted.ts";
import { taskPilotText } from "./task-pilot-text.ts";

/** The pilot to run, and places for the results. */
export interface PilotCommandOptions extends PilotedModules {
  readonly tasks: string;
  /** Whether the tasks are run with restarts as well. */
  readonly restart: boolean;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly force?: true;
}

/** Runs the agent with rollbacks and with restarts, and says what to do. */
export async function runPilotCommand(named: PilotCommandOptions, output: Output): Promise<void> {
  checkFiles(named);
  const tasks = await readTasks(named.tasks);
  const piloted = await loadPiloted(named);
  const arms = named.restart ? 2 : 1;
  const runs = await withProgress(output, "Piloting", arms * tasks.length, async (progress) => {
    const rollback = await runArm(piloted, tasks, progress);
    const restarted = { ...piloted, options: { ...piloted.options, policy: restart() } };
    return { rollback, restart: named.restart ? await runArm(restarted, tasks, progress) : undefined };
  });
  const report = reportOf(runs.rollback, runs.restart);
  const json = JSON.stringify(report, undefined, 2);
  output.print(named.json === true ? json : taskPilotText(report, await promisesOn(named, report)));
  if (typeof named.json === "string") writeWholeFile(named.json, `${json}\n`);
}

/** What the calibrations promise that were tried, and what the tasks showed of it. */
async function promisesOn(
  { calibration, verifierCalibration }: PilotCommandOptions,
  { rollback }: PilotReport,
): Promise<PromiseLine> {
  const { verifierCalibration: verifier } = await promiseSourcesIn({ verifierCalibration });
  const start = calibration === undefined ? undefined : knownStart(await readCalibration(calibration));
  return promisesOf(
    { ...(verifier === undefined ? {} : { verifier }), ...(start === undefined ? {} : { start }) },
    { touched: rollback.redone },
  );
}

/** @throws {UsageError} if a file cannot be written, or would destroy something */
export function checkFiles({
  calibration,
  verifierCalibration,
  force,
  graph,
  json,
  options,
  out,
  tasks,
  truth,
  verify,
}: PilotCommandOptions & { readonly out?: string }): void {
  const moduleOf = (spec?: string) => spec && exportIn(spec).module;
  checkOutputs({
    force,
    reads: {
      "--graph": moduleOf(graph),
      "--tasks": tasks,
      "--verify": moduleOf(verify),
      "--truth": moduleOf(truth),
      "--options": moduleOf(options),
      "--calibration": calibration,
      "--verifier-calibration": verifierCalibration,
    },
    writes: { "--out": out, "--json": json },
  });
}

async function runArm(
  { graph, options, truth }: Piloted,
  tasks: readonly PlannedTask[],
  progress: Progress,
): Promise<readonly PilotedRun[]> {
  const done: PilotedRun[] = [];
  for (const task of tasks) {
    const told = { ...options, truth: (run: Parameters<Piloted["truth"]>[0]) => truth(run, task.line) };
    for await (const run of pilotRuns(graph, [task], told)) done.push(run);
    progress.advance();
  }
  return done;
}

/** Only tasks that both arms have done are held against each other. */
function reportOf(
  rollback: readonly PilotedRun[],
  restarted: readonly PilotedRun[] | undefined,
): PilotReport {
  const pairs = rollback.map((run, at) => ({ run, again: restarted?.[at] }));
  const leftOut = pairs.flatMap(({ again, run }) => {
    const out = [run, again].find((each) => each?.status === "left-out");
    return out?.status === "left-out" ? [out] : [];
  });
  const done = pairs.flatMap(({ again, run }) =>
    run.status === "done" && (again === undefined || again.status === "done")
      ? [{ result: run.result, again: again?.result }]
      : [],
  );
  if (done.length === 0)
    throw new CommandFailedError(
      `No task could be judged: ${leftOut[0]?.why ?? "there is none"}. ${leftOut[0]?.detail ?? ""}`.trim(),
    );
  const tasks = done.map(({ result }) => result);
  const restarts = done.flatMap(({ again }) => again ?? []);
  return {
    format: "langgraph-rollback/pilot",
    version: 1,
    leftOut: leftOut.map(({ detail, task, why }) => ({ task, why, detail })),
    rollback: pilotFigures(tasks),
    restart: restarted === undefined ? null : pilotFigures(restarts),
    advice: adviceOn(tasks, restarted === undefined ? undefined : restarts),
  };
}

const adviceOn = (tasks: readonly PilotTask[], restarts: readonly PilotTask[] | undefined) =>
  restarts === undefined ? pilotAdvice(tasks) : pilotAdvice(tasks, restarts);
