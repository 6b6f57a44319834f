import { Command } from "commander";
import type { UntilStopped } from "../command-line.ts";
import { checkOutputs } from "../check-outputs.ts";
import { wholeNumber } from "../evaluate/parse-values.ts";
import { schemaOption, type WhereOptions, withSource } from "../open-where.ts";
import type { Output } from "../output.ts";
import { labelsFileOf } from "./labels-file.ts";
import { parseOrigin } from "./parse-origin.ts";
import { serveInspector } from "./serve-inspector.ts";

interface InspectOptions extends WhereOptions {
  readonly calibration?: string;
  readonly labels?: string;
  readonly labeller?: string;
  readonly host?: string;
  readonly port?: number;
  readonly origin?: string;
  readonly json?: true;
}

/** `langgraph-rollback inspect`: threads in a browser, until Ctrl-C. */
export function inspectCommand(output: Output, untilStopped: UntilStopped): Command {
  return new Command("inspect")
    .summary("show threads in a browser, and take labels")
    .description(
      "Show what agents did, what was rolled back and why, in a browser on this machine, until Ctrl-C. Only reads; labels go to a file of their own.",
    )
    .argument("<where...>", "a SQLite file, a postgresql:// address, or files of trajectories as JSON Lines")
    .option("--calibration <file>", "show whether it can be relied on")
    .option("--labels <file>", "where labels are kept (default: runs.labels.jsonl beside runs.sqlite)")
    .option("--labeller <name>", "who labels (default: the name of the user)")
    .addOption(schemaOption())
    .option("--host <name>", "address to listen on (default: 127.0.0.1, this machine alone)")
    .option("--port <n>", "default: any that is free", wholeNumber(0, 65_535))
    .option(
      "--origin <url>",
      "further address that it is reached under, such as that of a proxy",
      parseOrigin,
    )
    .option("--json", "print the address as JSON")
    .allowExcessArguments(false)
    .addHelpText(
      "after",
      "\nExample:\n  langgraph-rollback inspect runs.sqlite --calibration calibration.json",
    )
    .action((where: readonly string[], options: InspectOptions) =>
      runInspect(where, options, output, untilStopped),
    );
}

async function runInspect(
  where: readonly string[],
  options: InspectOptions,
  output: Output,
  untilStopped: UntilStopped,
): Promise<void> {
  const labels = options.labels ?? labelsFileOf(where);
  const reads = { where, "--calibration": options.calibration };
  // Labels are added to what is there.
  checkOutputs({ force: true, reads, writes: { "--labels": labels } });
  await withSource(where, options, (source) =>
    serveInspector({ ...options, labels, source }, output, untilStopped),
  );
}
