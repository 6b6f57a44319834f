import {
  type Attribution,
  attribute,
  readCalibration,
  writeWholeFile,
} from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";
import { stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { besideOf } from "../attributors/open-model.ts";
import { attemptsIn, type NumberedAttempt } from "../data/attempts-of.ts";
import { withSource } from "../data/open-where.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs, type NamedFiles } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { attributionText } from "./attribution-text.ts";
import { type ScorerChoice, scorerFor } from "./scorer-for.ts";

/** Runs to attribute, and places for the results. */
export interface AttributeCommandOptions extends ScorerChoice, WhereOptions {
  readonly thread?: readonly string[];
  readonly calibration?: string;
  readonly alpha?: number;
  /** File of JSON Lines. */
  readonly out?: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}

/** Number of explained steps, the ones with the highest scores. */
const EXPLAINED = 3;

/** Attributes failed runs, and writes what was found. */
export async function runAttributeCommand(
  where: readonly string[],
  options: AttributeCommandOptions,
  output: Output,
  env: Environment,
): Promise<void> {
  const { alpha, force, json, out } = options;
  checkOutputs({ force, reads: filesRead(where, options), writes: { "--json": json, "--out": out } });
  const calibration =
    options.calibration === undefined ? undefined : await readCalibration(options.calibration);
  const scorer = scorerFor(options, calibration, where, env);
  const failures = await failuresIn(where, options, output);
  const results = await withProgress(output, "Attributing", failures.length, async ({ advance }) => {
    const found: Attributed[] = [];
    for (const { attempt, trajectory } of failures) {
      const bound = {
        ...(calibration === undefined ? {} : { calibration }),
        ...(alpha === undefined ? {} : { alpha }),
      };
      const attribution = await attribute(trajectory, { scorer, explain: EXPLAINED, ...bound });
      found.push({
        trajectory,
        attribution: attempt > 1 ? withoutPromise(attribution, attempt) : attribution,
      });
      advance();
    }
    return found;
  });
  const asJson = JSON.stringify(
    results.map(({ attribution, trajectory }) => ({ id: trajectory.id, ...attribution })),
    undefined,
    2,
  );
  const columns = output.columns ?? 80;
  const texts = results.map(({ attribution, trajectory }) =>
    attributionText(trajectory, attribution, columns),
  );
  output.print(json === true ? asJson : texts.join("\n\n"));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
  if (out !== undefined) writeWholeFile(out, results.map(attributedLine).join(""));
  if (calibration === undefined) output.printError(HOW_TO_CALIBRATE);
}

/** The trajectory in our format with its attribution beside it: what reads trajectories ignores that, and the inspector shows it. */
function attributedLine({ attribution, trajectory }: Attributed): string {
  const line: unknown = JSON.parse(stringifyTrajectory(trajectory));
  return `${JSON.stringify(Object.assign({}, line, { attribution }))}\n`;
}

/** A failed attempt, and where it went wrong. */
interface Attributed {
  readonly trajectory: Trajectory;
  readonly attribution: Attribution;
}

/** A calibration holds for first attempts only. A later attempt gets scores, and no set with a promise. */
function withoutPromise(attribution: Attribution, attempt: number): Attribution {
  const { scores, set } = attribution;
  const reason = `A calibration speaks of first attempts. Nothing is promised of attempt ${attempt}, which follows a failed one, so any step may be the decisive one.`;
  const steps = scores.map((_, step) => step);
  return {
    ...attribution,
    status: "unbounded",
    reason,
    alpha: 0,
    set: { steps, range: { start: 0, end: steps.length - 1 }, level: 1, guarantee: set.guarantee, reason },
  };
}

/** Ways to get a bound, where none was given. */
const HOW_TO_CALIBRATE =
  "No set here has a bound. For one, label failed runs on the inspector's Label page, or let `calibrate --graph` plant faults; `calibrate --out calibration.json` makes a calibration of them, which `--calibration` takes.";

function filesRead(
  where: readonly string[],
  { calibration, cassette = besideOf(where[0] ?? "") }: AttributeCommandOptions,
): NamedFiles {
  return { where, "--calibration": calibration, "--cassette": cassette };
}

/** Attempts without a verdict that they succeeded. */
async function failuresIn(
  where: readonly string[],
  options: AttributeCommandOptions,
  output: Output,
): Promise<readonly NumberedAttempt[]> {
  return withSource(where, options, async (source) => {
    const { thread } = options;
    const failures: NumberedAttempt[] = [];
    for await (const found of attemptsIn(source, thread)) {
      if (found.kind === "unreadable") output.printError(`warning: ${found.message}`);
      else if (found.trajectory.outcome?.ok !== true) failures.push(found);
    }
    if (failures.length > 0) return failures;
    const which = thread === undefined ? "" : " of these threads";
    throw new CommandFailedError(`${printable(source.name)} holds no failed attempt${which}.`);
  });
}
