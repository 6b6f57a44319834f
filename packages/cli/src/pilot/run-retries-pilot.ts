import {
  acceptanceTable,
  calibrateVerifier,
  type PromiseLine,
  promisesOf,
  type VerifierCalibration,
  writeVerifierCalibration,
  writeWholeFile,
} from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";
import { type CollectedRetries, collectRetries } from "langgraph-rollback/pilot";
import { verifierCalibrationIn } from "../data/calibration-in.ts";
import { type PlannedTask, readTasks } from "../data/read-tasks.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { Output, Progress } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { promiseText } from "../terminal/promise-text.ts";
import { acceptanceText } from "../terminal/acceptance-text.ts";
import { checkFiles, type PilotCommandOptions } from "./run-pilot-command.ts";
import { loadPiloted } from "./load-piloted.ts";

/** The retries to make. */
export interface RetriesPilotOptions extends PilotCommandOptions {
  /** Of each failed task. */
  readonly retries: number;
  /** File for the verifier's calibration with the retries. */
  readonly out?: string;
}

/** Makes all retries of failed tasks as if each was rejected, and shows what a bound on wrong results would accept. */
export async function runRetriesPilot(named: RetriesPilotOptions, output: Output): Promise<void> {
  const { out, retries, verifierCalibration: file, ...rest } = named;
  if (file === undefined)
    throw new UsageError(
      "Expected `--verifier-calibration` beside `--retries`: its threshold decides which first attempts are retried.",
    );
  checkFiles({ ...named, ...(out === undefined ? {} : { out }) });
  const tasks = await readTasks(named.tasks);
  const { calibration } = await verifierCalibrationIn(file);
  const { graph, options, truth } = await loadPiloted(rest);
  const { maxRollbacks: _, mode: __, ...given } = options;
  const lines = new Map<unknown, PlannedTask["line"]>(tasks.map((task) => [task, task.line]));
  const retried = await withProgress(output, "Retrying", tasks.length, (progress) =>
    collectRetries(graph, advancing(tasks, progress), {
      ...given,
      truth: (run, task) => truth(run, lines.get(task)),
      verifierCalibration: calibration,
      retries,
    }),
  );
  const verifier = withRetries(calibration, retried);
  if (out !== undefined) await writeVerifierCalibration(out, verifier);
  const json = JSON.stringify(figuresOf(retried), undefined, 2);
  output.print(named.json === true ? json : textOf(retried, promisesOf({ verifier }), out));
  if (typeof named.json === "string") writeWholeFile(named.json, `${json}\n`);
}

/** The tasks; each counts as done when the next one is asked for. */
function* advancing(tasks: readonly PlannedTask[], progress: Progress): Generator<PlannedTask, void> {
  for (const task of tasks) {
    yield task;
    progress.advance();
  }
}

const withRetries = (
  { delta, epsilon, panel, smallGroups, verdicts, verifierFingerprint }: VerifierCalibration,
  retries: CollectedRetries,
): VerifierCalibration =>
  calibrateVerifier(verdicts, {
    verifier: { fingerprint: verifierFingerprint, ...(panel === undefined ? {} : { model: panel }) },
    epsilon,
    ...(delta === undefined ? {} : { delta }),
    ...(smallGroups === undefined ? {} : { smallGroups }),
    retries,
  });

const figuresOf = ({ tasks, ...retried }: CollectedRetries) => ({
  ...retried,
  retried: tasks.length,
  table: acceptanceTable({ ...retried, tasks }),
});

function textOf(retried: CollectedRetries, promises: PromiseLine, out: string | undefined): string {
  const { accepted, leftOut, right, tasks } = retried;
  return [
    `${right + accepted + tasks.length} tasks: ${right} right at first, ${accepted} wrong and accepted, ${tasks.length} wrong and rejected. The last were retried.`,
    ...leftOut.map(({ detail, task, why }) => printable(`Left out ${task}: ${why}. ${detail}`)),
    "",
    acceptanceText(retried),
    ...promiseText(promises),
    ...(out === undefined
      ? []
      : [`Written to ${out}, without a choice. \`calibrate --retried ${out} --gamma <rate>\` makes it.`]),
  ].join("\n");
}
