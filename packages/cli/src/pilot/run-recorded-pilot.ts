import { existsSync } from "node:fs";
import {
  policyPilot,
  type PolicyPilot,
  type PromiseLine,
  writeWholeFile,
} from "@langgraph-rollback/attribution";
import { fileLabelStore, pilotView, type PilotView, promisesView } from "@langgraph-rollback/inspector";
import { printable, unreadableThreads } from "@langgraph-rollback/inspector/shared";
import { calibrationIn, recoveryCalibrationIn, verifierCalibrationIn } from "../data/calibration-in.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { withSource } from "../data/open-where.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { replaysFile, replaysFileOf } from "../replaying/replays-file.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { recordedPilotText } from "./recorded-pilot-text.ts";
import { triedFailures } from "./tried-failures.ts";

/** Databases of the recorded runs to look at, and places for the results. */
export interface RecordedPilotOptions extends WhereOptions {
  readonly db: readonly string[];
  /** File of labels. Default: where `inspect` keeps them. */
  readonly labels?: string;
  readonly verifierCalibration?: string;
  readonly recoveryCalibration?: string;
  /** Of the sets: policies are compared with it. */
  readonly calibration?: string;
  /** File of replays. Default: the one beside the labels, which need not exist. */
  readonly replays?: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly force?: true;
}

/** JSON that `--json` writes. */
type RecordedPilotReport = PilotView & {
  readonly format: "langgraph-rollback/recorded-pilot";
  readonly version: 1;
  /** Name of the source, for people. */
  readonly name: string;
  /** What is promised of the agent, and what was observed of it. */
  readonly promises: PromiseLine;
  /** First rollbacks by policy; null without a calibration of sets. */
  readonly policies: PolicyPilot | null;
};

/** More threads than anybody has. */
const ALL = 1_000_000;

/** Says what recorded runs show about rollback, and what to do next. */
export async function runRecordedPilot(options: RecordedPilotOptions, output: Output): Promise<void> {
  const { calibration: sets, db, force, json, labels = labelsFileOf(db) } = options;
  const { recoveryCalibration, replays = replaysFileOf(labels), verifierCalibration } = options;
  if (options.replays !== undefined) checkReplays(options.replays, sets);
  const reads = {
    "--db": db,
    "--labels": labels,
    "--verifier-calibration": verifierCalibration,
    "--recovery-calibration": recoveryCalibration,
    "--calibration": sets,
    "--replays": replays,
  };
  checkOutputs({ force, reads, writes: { "--json": json } });
  const calibration =
    verifierCalibration === undefined ? undefined : await verifierCalibrationIn(verifierCalibration);
  const recovery =
    recoveryCalibration === undefined ? undefined : await recoveryCalibrationIn(recoveryCalibration);
  const cutLineIn = (file: string) => (line: number) =>
    output.printError(`${printable(file)}: line ${line} was cut short and is left out.`);
  const onCutLine = cutLineIn(labels);
  const made = sets === undefined ? [] : await replaysFile(replays, cutLineIn(replays)).list();
  const bySets = sets === undefined ? undefined : (await calibrationIn(sets)).calibration;
  const report = await withSource(db, options, async (source): Promise<RecordedPilotReport> => {
    const given = { source, labels: fileLabelStore(labels, { onCutLine }), calibration, threads: ALL };
    const view = await withProgress(output, "Reading threads", 1, () => pilotView(given));
    const promises = await promisesView({
      ...given,
      calibration: bySets,
      verifierCalibration: calibration?.calibration,
      recoveryCalibration: recovery,
    });
    const policies = bySets && policyPilot(await triedFailures(source, bySets, made));
    return {
      format: "langgraph-rollback/recorded-pilot",
      version: 1,
      name: source.name,
      ...view,
      promises,
      policies: policies ?? null,
    };
  });
  const unreadable = unreadableThreads(report);
  if (unreadable !== undefined) output.printError(`warning: ${printable(unreadable)}`);
  const asJson = JSON.stringify(report, undefined, 2);
  output.print(json === true ? asJson : recordedPilotText(report));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}

/** @throws {UsageError} */
function checkReplays(replays: string, calibration: string | undefined): void {
  if (calibration === undefined)
    throw new UsageError("`--replays` tells policies apart by their starts: name `--calibration`, too.");
  if (!existsSync(replays))
    throw new UsageError(`Expected \`--replays\` to name a file of replays, but there is no "${replays}".`);
}
