import { Command, InvalidArgumentError } from "commander";

import { namesStdin } from "../files/pipe-copies.ts";
import { alarmCalibrationOption } from "../options/alarm-calibration-option.ts";
import { recoveryCalibrationOption } from "../options/recovery-calibration-option.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import type { Output } from "../terminal/output.ts";
import type { McpCommandOptions } from "./run-mcp-command.ts";

/**
 * `langgraph-rollback mcp`: recorded runs for a coding assistant, over the standard streams.
 *
 * @param version of this package
 */
export function mcpCommand(output: Output, untilStopped: UntilStopped, version: string): Command {
  return new Command("mcp")
    .summary("let a coding assistant ask about recorded runs")
    .description(
      "Serve recorded runs to a coding assistant by the Model Context Protocol, over the standard input and output. Only reads. The assistant starts this command itself, and ends it.",
    )
    .requiredOption(
      "--db <where...>",
      "a SQLite file, a postgresql:// address, or files of trajectories as JSON Lines",
      (text: string, all: readonly string[] | undefined) => [...(all ?? []), aFile(text)],
    )
    .option("--calibration <file>", "of sets: tells why steps are suspected, and what is promised", aFile)
    .option("--verifier-calibration <file>", "hold the recorded runs against it, for promises", aFile)
    .addOption(recoveryCalibrationOption().argParser(aFile))
    .addOption(alarmCalibrationOption().argParser(aFile))
    .option(
      "--labels <file>",
      "what people have labelled (default: runs.labels.jsonl beside runs.sqlite)",
      aFile,
    )
    .addOption(schemaOption())
    .allowExcessArguments(false)
    .addHelpText(
      "after",
      "\nExamples:\n  langgraph-rollback mcp --db runs.sqlite\n  claude mcp add runs -- npx -y @langgraph-rollback/cli mcp --db runs.sqlite",
    )
    .action(async (options: Omit<McpCommandOptions, "version">) => {
      const { runMcpCommand } = await import("./run-mcp-command.ts");
      await runMcpCommand({ ...options, version }, output, untilStopped);
    });
}

/** Nothing else is read from the standard input: the assistant speaks there. */
function aFile(text: string): string {
  if (!namesStdin(text)) return text;
  throw new InvalidArgumentError("Expected a file: the assistant speaks on the standard input.");
}
