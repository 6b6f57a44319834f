import { type Attribution, attribute, readCalibration } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { Trajectory } from "@langgraph-rollback/trajectory";
import { besideOf } from "../attributors/open-model.ts";
import { attemptsOf } from "../data/attempts-of.ts";
import { withSource } from "../data/open-where.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs, type NamedFiles } from "../files/check-outputs.ts";
import { writeWholeFile } from "../files/write-whole-file.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { attributionText } from "./attribution-text.ts";
import { type ScorerChoice, scorerFor } from "./scorer-for.ts";

/** What to attribute, and where the results go. */
export interface AttributeCommandOptions extends ScorerChoice, WhereOptions {
  readonly thread?: readonly string[];
  readonly calibration?: string;
  readonly alpha?: number;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}

/** Attributes failed runs, and writes what was found. */
export async function runAttributeCommand(
  where: readonly string[],
  options: AttributeCommandOptions,
  output: Output,
  env: Environment,
): Promise<void> {
  const { alpha, force, json } = options;
  checkOutputs({ force, reads: filesRead(where, options), writes: { "--json": json } });
  const calibration =
    options.calibration === undefined ? undefined : await readCalibration(options.calibration);
  const scorer = scorerFor(options, calibration, where, env);
  const failures = await failuresIn(where, options, output);
  const results = await withProgress(output, "Attributing", failures.length, async ({ advance }) => {
    const found: { readonly trajectory: Trajectory; readonly attribution: Attribution }[] = [];
    for (const trajectory of failures) {
      const bound = {
        ...(calibration === undefined ? {} : { calibration }),
        ...(alpha === undefined ? {} : { alpha }),
      };
      found.push({ trajectory, attribution: await attribute(trajectory, { scorer, ...bound }) });
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
}

function filesRead(
  where: readonly string[],
  { calibration, cassette = besideOf(where[0] ?? "") }: AttributeCommandOptions,
): NamedFiles {
  return { where, "--calibration": calibration, "--cassette": cassette };
}

/** Attempts that nobody has said succeeded. */
async function failuresIn(
  where: readonly string[],
  options: AttributeCommandOptions,
  output: Output,
): Promise<readonly Trajectory[]> {
  return withSource(where, options, async (source) => {
    const { thread } = options;
    const { attempts, unreadable } = await attemptsOf(source, thread);
    for (const { message } of unreadable) output.printError(`warning: ${message}`);
    const failures = attempts.filter(({ outcome }) => outcome?.ok !== true);
    if (failures.length > 0) return failures;
    const which = thread === undefined ? "" : " of these threads";
    throw new CommandFailedError(`${printable(source.name)} holds no failed attempt${which}.`);
  });
}
