import {
  alarmPilot,
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
  const unwatched = withoutEarlyEnds(piloted);
  const arms = 1 + Number(named.restart) + Number(unwatched !== undefined);
  const runs = await withProgress(output, "Piloting", arms * tasks.length, async (progress) => {
    const rollback = await runArm(piloted, tasks, progress);
    const restarted = { ...piloted, options: { ...piloted.options, policy: restart() } };
    return {
      rollback,
      ...(named.restart ? { restart: await runArm(restarted, tasks, progress) } : {}),
      ...(unwatched === undefined ? {} : { unwatched: await runArm(unwatched, tasks, progress) }),
    };
  });
  const report = reportOf(runs);
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

/** The same agent whose runs nothing stops; `undefined` if nothing would. */
function withoutEarlyEnds(piloted: Piloted): Piloted | undefined {
  const { checks, watch, ...options } = piloted.options;
  return checks === undefined && watch?.alarm === undefined ? undefined : { ...piloted, options };
}

/** Runs of each arm, in the order of the tasks. */
interface ArmRuns {
  readonly rollback: readonly PilotedRun[];
  readonly restart?: readonly PilotedRun[];
  /** Present where something stops runs early: the same without that. */
  readonly unwatched?: readonly PilotedRun[];
}

/** Only tasks that all arms have done are held against each other. */
function reportOf({ restart: restarted, rollback, unwatched }: ArmRuns): PilotReport {
  const rows = rollback.map((run, at) => ({ run, again: restarted?.[at], whole: unwatched?.[at] }));
  const leftOut = rows.flatMap(({ again, run, whole }) => {
    const out = [run, again, whole].find((each) => each?.status === "left-out");
    return out?.status === "left-out" ? [out] : [];
  });
  const done = rows.flatMap(({ again, run, whole }) =>
    run.status === "done" && isDone(again) && isDone(whole)
      ? [{ result: run.result, again: again?.result, whole: whole?.result }]
      : [],
  );
  if (done.length === 0)
    throw new CommandFailedError(
      `No task could be judged: ${leftOut[0]?.why ?? "there is none"}. ${leftOut[0]?.detail ?? ""}`.trim(),
    );
  const tasks = done.map(({ result, whole }) => knownAtFirst(result, whole));
  const restarts = done.flatMap(({ again, whole }) =>
    again === undefined ? [] : knownAtFirst(again, whole),
  );
  const pairs = done.flatMap(({ result, whole }) =>
    whole === undefined ? [] : [{ watched: result, unwatched: whole }],
  );
  return {
    format: "langgraph-rollback/pilot",
    version: 1,
    leftOut: leftOut.map(({ detail, task, why }) => ({ task, why, detail })),
    rollback: pilotFigures(tasks),
    restart: restarted === undefined ? null : pilotFigures(restarts),
    advice: adviceOn(tasks, restarted === undefined ? undefined : restarts),
    ...(unwatched === undefined ? {} : { alarm: alarmPilot(pairs) }),
  };
}

type DoneRun = Extract<PilotedRun, { readonly status: "done" }>;

const isDone = (run: PilotedRun | undefined): run is DoneRun | undefined =>
  run === undefined || run.status === "done";

/** Nobody knows what a stopped attempt would have become: it counts as the attempt of the same task that was not stopped. */
const knownAtFirst = (task: PilotTask, whole: PilotTask | undefined): PilotTask =>
  task.stopped === undefined || whole === undefined ? task : { ...task, right: whole.right };

const adviceOn = (tasks: readonly PilotTask[], restarts: readonly PilotTask[] | undefined) =>
  restarts === undefined ? pilotAdvice(tasks) : pilotAdvice(tasks, restarts);
