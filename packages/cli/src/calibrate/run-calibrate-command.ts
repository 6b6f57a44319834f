import { type FirstAttempts, parseCalibration, writeWholeFile } from "@langgraph-rollback/attribution";
import {
  type LabelledTrajectory,
  type MissedTrajectory,
  stringifyTrajectory,
} from "@langgraph-rollback/attribution/trajectory";
import { LAST_RECOVERING_START } from "@langgraph-rollback/inspector/shared";
import { labelsFileOf } from "../data/labels-file.ts";
import { REWRITABLE_NAMES } from "../options/failure-mode-names.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { askMethod } from "./ask-method.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";
import { checkOutcomes } from "./check-outcomes.ts";
import { calibrationFigures, calibrationText } from "./calibration-report.ts";
import { failuresFromData } from "./failures-from-data.ts";
import { failuresFromGraph } from "./failures-from-graph.ts";
import { failuresFromLabels } from "./failures-from-labels.ts";
import { forecastLearnt, forecastOther } from "./forecast-learnt.ts";
import { learnCalibration, type Learning, type LearntCalibration } from "./learn-calibration.ts";
import { learnFromOutcomes, outcomeFiles } from "./learn-from-outcomes.ts";
import { exportIn } from "../data/load-export.ts";

/** Learns from failures, and writes the calibration. */
export async function runCalibrateCommand(
  options: CalibrateOptions,
  output: Output,
  env: Environment,
): Promise<void> {
  const { json, keep, out } = options;
  checkKind(options);
  checkReplays(options);
  checkOutcomes(options);
  checkFiles(options);
  if (options.cross === true && (options.scorer === "constant" || options.scorer === "first-write"))
    throw new UsageError("`--cross` needs a `--scorer` that is fitted: position, logit or outcomes.");
  if (options.cross === true && options.attributor?.includes("+") === false)
    throw new UsageError("`--cross` needs an ensemble, such as joint+logit: a method alone is not fitted.");
  if (options.group !== undefined && options.data === undefined)
    throw new UsageError("`--group` names a field of `--data`; other failures have none.");
  checkFault(options);
  const { firstAttempts, labelled, misses = [] } = await failuresOf(options, output);
  if (keep !== undefined)
    writeWholeFile(keep, labelled.map((trajectory) => `${stringifyTrajectory(trajectory)}\n`).join(""));
  const asked = await askMethod([...labelled, ...misses], options, output, env);
  const learning = await learnFromOutcomes([...labelled, ...misses], options, output);
  const how = localOnly(options);
  const learnt = await learnCalibration(labelled, how, { firstAttempts, asked, learning, misses });
  checkLearnt(learnt);
  const forecast = await forecastLearnt(labelled, how, { firstAttempts, learnt, misses, output });
  const other = await forecastOther(labelled, how, { firstAttempts, learnt, misses, output });
  const text = `${JSON.stringify({ ...learnt.calibration, forecast }, undefined, 2)}\n`;
  // A calibration that could not be read back is not written.
  parseCalibration(text);
  writeWholeFile(out, text);
  const figures = calibrationFigures(learnt, { forecast, other, out });
  const asJson = JSON.stringify(figures, undefined, 2);
  output.print(json === true ? asJson : calibrationText(figures));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}

/** The options of learning, with a scorer only if it is a local one. */
function localOnly({ scorer, ...options }: CalibrateOptions): Learning {
  return scorer === undefined || scorer === "outcomes" ? options : { ...options, scorer };
}

/** @throws {CommandFailedError} if nothing was known of what the scorer was to learn from */
function checkLearnt({ calibration, fitted, name }: LearntCalibration): void {
  if (name !== "outcomes" || calibration.scorerModel?.kind !== "constant") return;
  throw new CommandFailedError(
    `Nothing is known of the ${fitted} failures that were to fit the scorer, nor of any other attempt but those that calibrate. Replay more failures with \`label --replay\`, or take another \`--scorer\`.`,
  );
}

/** @throws {UsageError} where labels by replay could not be counted whole, or have no form for an option */
function checkReplays({ convention, db, goal, keep, method, smallSample }: CalibrateOptions): void {
  if (convention !== LAST_RECOVERING_START) return;
  const name = `\`--convention ${convention}\``;
  if (db === undefined)
    throw new UsageError(`${name} takes labels by replay: name their threads with \`--db\`.`);
  if (keep !== undefined)
    throw new UsageError(
      `${name} has no form with \`--keep\`: a file leaves out the failures that no replay recovers.`,
    );
  if (goal !== undefined && goal !== "first")
    throw new UsageError(`${name} has no form with \`--goal\`: a replay names one start.`);
  if (smallSample === "max")
    throw new UsageError(
      `${name} has no form with \`--small-sample max\`: how many runs no replay recovers would choose the rank.`,
    );
  if (method === "right" || method === "prefix")
    throw new UsageError(
      `${name} has no use for \`--method ${method}\`: such sets always begin at the first step.`,
    );
}

function checkFiles(options: CalibrateOptions): void {
  const { cassette, data, db, fault, force, graph, json, keep, out, reuse, tasks, verify } = options;
  const labels = options.labels ?? (db && labelsFileOf(db));
  const moduleOf = (spec?: string) => spec && exportIn(spec).module;
  checkOutputs({
    force,
    reads: {
      "--data": data,
      "--db": db,
      "--labels": labels,
      "--replays": options.scorer === "outcomes" ? outcomeFiles(options).replays : undefined,
      "--graph": moduleOf(graph),
      "--verify": moduleOf(verify),
      "--fault": fault !== undefined && "module" in fault ? moduleOf(fault.module) : undefined,
      "--tasks": tasks,
      "--reuse": reuse,
      "--cassette": cassette,
    },
    writes: { "--out": out, "--keep": keep, "--json": json },
  });
}

function checkFault({ fault, faultForm }: CalibrateOptions): void {
  if (faultForm === undefined) return;
  if (fault === undefined || "module" in fault)
    throw new UsageError("`--fault-form` says how failure modes are planted: name some with `--fault`.");
  if (faultForm === "note" || fault.modes === "any") return;
  const other = fault.modes.find((name) => !REWRITABLE_NAMES.includes(name));
  if (other !== undefined)
    throw new UsageError(
      `\`--fault-form rewrite\` has no ${other}, which takes a model; it has ${REWRITABLE_NAMES.join(", ")}.`,
    );
}

interface Failures {
  readonly labelled: readonly LabelledTrajectory[];
  /** Those for which replays found no start. */
  readonly misses?: readonly MissedTrajectory[];
  /** Known where faults were planted here. */
  readonly firstAttempts?: readonly FirstAttempts[];
}

/** @throws {UsageError} unless exactly one kind of failures is named */
function checkKind({ data, db, graph, labels, tasks }: CalibrateOptions): void {
  const kinds = { "--data": data, "--db": db ?? labels, "--graph": graph ?? tasks };
  const named = Object.entries(kinds).flatMap(([name, kind]) => (kind === undefined ? [] : [`\`${name}\``]));
  if (named.length !== 1)
    throw new UsageError(
      `Expected failures to learn from: \`--data\` with files of them, \`--db\` with labelled threads, or \`--graph\` with \`--tasks\` to plant faults into. Name one, got ${named.length === 0 ? "none" : named.join(" and ")}.`,
    );
}

/** @throws {UsageError} unless all that goes with them is named */
async function failuresOf(options: CalibrateOptions, output: Output): Promise<Failures> {
  const { data, db, graph, group, labels, tasks } = options;
  if (data !== undefined) return { labelled: await failuresFromData(data, group, output) };
  if (db !== undefined)
    return failuresFromLabels({ ...options, db, labels: labels ?? labelsFileOf(db) }, output);
  if (graph !== undefined && tasks !== undefined)
    return failuresFromGraph({ ...options, graph, tasks }, output);
  throw new UsageError(
    labels === undefined
      ? "Expected `--graph` and `--tasks` together."
      : "Expected `--db` beside `--labels`: where the labelled threads are.",
  );
}
