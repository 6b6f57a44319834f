import {
  calibrateVerifier,
  caughtShare,
  type LabelledVerdict,
  rejectionOf,
  type VerifierCalibration,
  writeWholeFile,
} from "@langgraph-rollback/attribution";
import { labelsFileOf } from "../data/labels-file.ts";
import { readVerdicts } from "../data/read-verdicts.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Output } from "../terminal/output.ts";
import { plainTable } from "../terminal/plain-table.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";
import { verdictsFromLabels } from "./verdicts-from-labels.ts";

/** Source and destination of a verifier's calibration. */
export interface CalibrateVerifierOptions extends Pick<
  CalibrateOptions,
  "db" | "delta" | "force" | "group" | "json" | "labels" | "schema" | "smallGroups"
> {
  /** Fingerprint of the verifier that gave the scores. */
  readonly verifier: string;
  /** JSON Lines of labelled verdicts. */
  readonly verdicts?: string;
  readonly epsilon: number;
  readonly out: string;
}

/** Shares of right runs that the table shows beside the requested one. */
const EPSILONS = [0.01, 0.02, 0.05, 0.1, 0.2] as const;

/** `langgraph-rollback calibrate --verifier`: below which score a verifier rejects a run. */
export async function calibrateAVerifier(options: CalibrateVerifierOptions, output: Output): Promise<void> {
  const { delta, epsilon, group, json, out, smallGroups, verifier } = options;
  const read = verdictsIn(options);
  const calibration = calibrateVerifier(await read(output), {
    verifier,
    epsilon,
    groups: group !== undefined,
    ...(delta === undefined ? {} : { delta }),
    ...(smallGroups === undefined ? {} : { smallGroups }),
  });
  writeWholeFile(out, `${JSON.stringify(calibration, undefined, 2)}\n`);
  const figures = figuresOf(calibration, out);
  const asJson = JSON.stringify(figures, undefined, 2);
  output.print(json === true ? asJson : textOf(figures));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}

/**
 * Source of the labelled verdicts, as the options name it.
 *
 * @throws {UsageError} unless they name exactly one place, and nothing that would be overwritten
 */
function verdictsIn(
  options: CalibrateVerifierOptions,
): (output: Output) => Promise<readonly LabelledVerdict[]> {
  const { db, force, group, json, labels: file, out, verdicts } = options;
  const labels = file ?? (db && labelsFileOf(db));
  if ((verdicts === undefined) === (db === undefined) || (verdicts !== undefined && file !== undefined))
    throw new UsageError(
      "Expected `--verdicts`, a file of labelled verdicts, or `--db`, the runs that were labelled, with `--verifier`.",
    );
  if (db !== undefined && group !== undefined)
    throw new UsageError(
      "`--group` names a field of `--verdicts`; runs of `--db` have none. In code, `labelledVerdicts` takes a function `group`; or write such a file.",
    );
  checkOutputs({
    force,
    reads: { "--verdicts": verdicts, "--db": db, "--labels": labels },
    writes: { "--out": out, "--json": json },
  });
  if (verdicts !== undefined) return () => readVerdicts(verdicts, group);
  return (output) => verdictsFromLabels({ ...options, db: db ?? [], labels: labels ?? "" }, output);
}

interface VerifierFigures {
  readonly file: string;
  readonly verifier: string;
  readonly right: number;
  readonly wrong: number;
  readonly epsilon: number;
  /** For each group, or for all runs. */
  readonly promises: readonly string[];
  /** Figures at other shares; thresholds only where there are no groups. */
  readonly at: readonly {
    readonly epsilon: number;
    /** Null where no run is rejected. */
    readonly below: number | null;
    readonly caught: number | null;
  }[];
}

function figuresOf(calibration: VerifierCalibration, file: string): VerifierFigures {
  const { epsilon, n, verdicts, verifierFingerprint } = calibration;
  const groups = [...new Set(verdicts.flatMap(({ group }) => group ?? []))].toSorted();
  const promises =
    groups.length === 0
      ? [rejectionOf(calibration).reason]
      : groups.map((group) => rejectionOf(calibration, { group }).reason);
  const at = [...new Set([...EPSILONS, epsilon])].toSorted((a, b) => a - b);
  return {
    file,
    verifier: verifierFingerprint,
    right: n,
    wrong: verdicts.length - n,
    epsilon,
    promises,
    at: at.map((each) => {
      const { below } = rejectionOf(calibration, { epsilon: each });
      return {
        epsilon: each,
        below: groups.length > 0 || below === -Infinity ? null : below,
        caught: caughtShare(calibration, each)?.caught ?? null,
      };
    }),
  };
}

function textOf({ at, file, promises, right, verifier, wrong }: VerifierFigures): string {
  const table = plainTable(["epsilon", "rejects below", "wrong ones caught"]);
  for (const { below, caught, epsilon } of at)
    table.push([
      String(epsilon),
      below === null ? "-" : String(Number(below.toPrecision(4))),
      caught === null ? "-" : `${caught} of ${wrong}`,
    ]);
  return [
    `Verifier ${verifier}: ${right} right and ${wrong} wrong runs.`,
    ...promises,
    "",
    table.toString(),
    "",
    `Written to ${file}. calibratedVerifier(verifier, await readVerifierCalibration("${file}")) uses it.`,
  ].join("\n");
}
