import { type Attribution, attribute, readCalibration } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/trajectory";
import { Command, Option } from "commander";
import { type Environment } from "../attributors/attributor-options.ts";
import { ATTRIBUTORS } from "../attributors/contenders.ts";
import { checkOutputs, forceOption, type NamedFiles } from "../check-outputs.ts";
import { printable } from "@langgraph-rollback/inspector";
import { parseAlpha, wholeNumber } from "../evaluate/parse-values.ts";
import { attemptsOf } from "../export/attempts-of.ts";
import { FailedError } from "../failed-error.ts";
import { schemaOption, type WhereOptions, withSource } from "../open-where.ts";
import type { Output } from "../output.ts";
import { withProgress } from "../with-progress.ts";
import { writeWholeFile } from "../write-whole-file.ts";
import { attributionText } from "./attribution-text.ts";
import { besideOf } from "../attributors/open-model.ts";
import { type ScorerChoice, scorerFor } from "./scorer-for.ts";

interface AttributeCommandOptions extends ScorerChoice, WhereOptions {
  readonly thread?: readonly string[];
  readonly calibration?: string;
  readonly alpha?: number;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}

/** `langgraph-rollback attribute`: where failed runs went wrong, step by step. */
export function attributeCommand(output: Output, env: Environment): Command {
  const command = new Command("attribute")
    .summary("say where failed runs went wrong")
    .description(
      "Score every step of failed runs for being the one that went wrong, and say which steps hold it, with the promise of a calibration.",
    )
    .argument("<where...>", "trajectory files, a SQLite file or a Postgres address")
    .option("--thread <ids...>", "these threads only, all of their attempts that did not succeed")
    .addOption(schemaOption())
    .option("--calibration <file>", "bounds the set; its scorer scores, unless --attributor does")
    .option("--alpha <rate>", "tolerated miss rate (default: the calibration's)", parseAlpha)
    .option("--json [file]", "write the attributions as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText("after", EXAMPLES)
    .action((where: readonly string[], options: AttributeCommandOptions) =>
      attributeAll(where, options, output, env),
    );
  return addScorerOptions(command);
}

const EXAMPLES = `
Examples:
  langgraph-rollback attribute failures.jsonl --calibration calibration.json
  langgraph-rollback attribute runs.sqlite --thread tickets --calibration calibration.json`;

function addScorerOptions(command: Command): Command {
  return command
    .optionsGroup("Methods that ask language models:")
    .addOption(
      new Option("--attributor <name>", "let this method score").choices(
        ATTRIBUTORS.filter((name) => name !== "position"),
      ),
    )
    .option("--model <name>", "at the endpoint that OPENAI_API_KEY or OPENAI_BASE_URL gives", "gpt-4o-mini")
    .option("--cassette <file>", "answer from this recording instead of an endpoint")
    .option("--concurrency <n>", "calls at once", wholeNumber(1, 256), 4)
    .option("--seed <n>", "of methods that draw", wholeNumber(0, 2 ** 32 - 1), 1);
}

async function attributeAll(
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
    throw new FailedError(`${printable(source.name)} holds no failed attempt${which}.`);
  });
}
