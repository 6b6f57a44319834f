import { Command, CommanderError } from "commander";
import colors from "picocolors";
import { evaluateCommand } from "./evaluate/evaluate-command.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { Environment } from "./attributors/attributor-options.ts";
import type { Output } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** What the process ends with. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/**
 * Runs one command of `langgraph-rollback`.
 *
 * @param args what follows the program's name
 * @param env  for the key and address of a model's endpoint
 * @returns the exit code: 0 done, 1 what was asked about failed, 2 the command line makes no sense
 */
export async function runCommandLine(
  args: readonly string[],
  output: Output,
  env: Environment = {},
): Promise<number> {
  try {
    await program(output, env).parseAsync(args, { from: "user" });
    return EXIT.done;
  } catch (error) {
    // Commander has said what there is to say; it calls help a fault, too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof UsageError) return fault(error.message, EXIT.usage, output);
    if (error instanceof EvaluationError) return fault(error.message, EXIT.failed, output);
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return fault(reason, EXIT.failed, output);
  }
}

function fault(message: string, code: number, { printError }: Output): number {
  printError(`${colors.red("error:")} ${message}`);
  return code;
}

function program(output: Output, env: Environment): Command {
  const command = new Command("langgraph-rollback")
    .description("Automatic rollback with a guarantee for LangGraph agents")
    .showHelpAfterError("(--help says what there is)")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.printError(text.trimEnd()),
    });
  command.addCommand(evaluateCommand(output, env).copyInheritedSettings(command));
  return command;
}
