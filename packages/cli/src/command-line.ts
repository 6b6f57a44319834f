import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { Command, CommanderError } from "commander";
import { createColors } from "picocolors";
import { answerCommand } from "./answer/answer-command.ts";
import { attributeCommand } from "./attribute/attribute-command.ts";
import { calibrateCommand } from "./calibrate/calibrate-command.ts";
import { completeCommand, completionCommand } from "./completion/completion-command.ts";
import { demoCommand } from "./demo/demo-command.ts";
import { doctorCommand } from "./doctor/doctor-command.ts";
import { enqueueCommand } from "./enqueue/enqueue-command.ts";
import { effectsCommand } from "./effects/effects-command.ts";
import { filesCommand } from "./changed-files/files-command.ts";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { CommandFailedError } from "./errors/command-failed-error.ts";
import { UsageError } from "./errors/usage-error.ts";
import { evaluateCommand } from "./evaluate/evaluate-command.ts";
import { copyPipes } from "./files/input-files.ts";
import { PipeCopies } from "./files/pipe-copies.ts";
import { deleteCommand } from "./delete/delete-command.ts";
import { forkCommand } from "./fork/fork-command.ts";
import { exportCommand } from "./export/export-command.ts";
import { importCommand } from "./import/import-command.ts";
import { inspectCommand } from "./inspect/inspect-command.ts";
import { labelCommand } from "./label/label-command.ts";
import { pilotCommand } from "./pilot/pilot-command.ts";
import { learnCommand } from "./learn/learn-command.ts";
import { mcpCommand } from "./mcp/mcp-command.ts";
import { pruneCommand } from "./prune/prune-command.ts";
import { recoveryCommand } from "./recovery/recovery-command.ts";
import { replayCommand } from "./replay/replay-command.ts";
import { reportCommand } from "./report/report-command.ts";
import { rewindCommand } from "./rewind/rewind-command.ts";
import { showCommand } from "./show/show-command.ts";
import { threadsCommand } from "./threads/threads-command.ts";
import { statsCommand } from "./stats/stats-command.ts";
import { workCommand } from "./work/work-command.ts";
import type { Environment } from "./terminal/environment.ts";
import type { Output } from "./terminal/output.ts";
import { type SafeMessage, safeMessages, safeOutput } from "./terminal/safe-output.ts";
import type { UntilStopped } from "./terminal/until-stopped.ts";

/** Exit codes of the process. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Groups of commands in the help. */
const GROUP = {
  start: "To begin with:",
  look: "To see what happened:",
  act: "To act on a run:",
  work: "To run on many machines:",
  learn: "To find out where runs go wrong:",
  move: "To carry trajectories elsewhere:",
  keep: "To keep a database small:",
  more: "More:",
} as const;

/**
 * Runs one command of `langgraph-rollback`.
 *
 * @param args what follows the program's name
 * @param env  for the key and address of a model's endpoint
 * @param untilStopped called only by commands that run until they are stopped; by default they are never stopped
 * @param stdin what `-` stands for where a command reads a file
 * @returns the exit code: 0 done, 1 the command failed, 2 the command line makes no sense
 */
export async function runCommandLine(
  args: readonly string[],
  output: Output,
  env: Environment = {},
  untilStopped: UntilStopped = () => new Promise(() => {}),
  stdin: () => Readable = () => process.stdin,
): Promise<number> {
  const pipes = new PipeCopies(stdin);
  const safe = safeMessages(args);
  const safeMessage: SafeMessage = (text) => safe(pipes.named(text));
  const fault = (message: string, code: number): number => {
    output.printError(`${createColors(output.isColored ?? false).red("error:")} ${safeMessage(message)}`);
    return code;
  };
  try {
    await program({ raw: output, safeMessage, env, untilStopped })
      .hook("preAction", (_program, command) => copyPipes(command, pipes))
      .parseAsync(args, { from: "user" });
    return EXIT.done;
  } catch (error) {
    // Commander has printed its message already. It reports help as an error, too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof UsageError) return fault(error.message, EXIT.usage);
    return fault(reasonOf(error), EXIT.failed);
  } finally {
    await pipes.remove();
  }
}

/** An error that carries a code was foreseen, and its message says all; the others are mistakes of ours. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof EvaluationError || error instanceof CommandFailedError) return error.message;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // Codes of Node begin with ERR_ if it was called wrongly.
  return code === "" || code.startsWith("ERR_")
    ? (error.stack ?? error.message)
    : `${error.message} [${code}]`;
}

interface Surroundings {
  readonly raw: Output;
  readonly safeMessage: SafeMessage;
  readonly env: Environment;
  readonly untilStopped: UntilStopped;
}

function program({ env, raw, safeMessage, untilStopped }: Surroundings): Command {
  const output = safeOutput(raw, safeMessage);
  const command = new Command("langgraph-rollback")
    .commandsGroup(GROUP.more)
    .helpCommand("help [command]", "show the help of a command")
    .description("Automatic rollback with a guarantee for LangGraph agents.")
    .version(version(), "-v, --version", "print the version")
    .showHelpAfterError("(--help says what there is)")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.printError(text.trimEnd()),
    });
  const add = (heading: string, ...commands: readonly Command[]): void => {
    for (const each of commands) command.addCommand(each.helpGroup(heading).copyInheritedSettings(command));
  };
  add(
    GROUP.start,
    demoCommand(output, env, untilStopped),
    doctorCommand(raw, env, safeMessage),
    pilotCommand(output),
  );
  add(
    GROUP.look,
    threadsCommand(output),
    showCommand(output),
    inspectCommand(output, untilStopped),
    reportCommand(output),
    statsCommand(output),
    mcpCommand(output, untilStopped, version()),
    recoveryCommand(output),
    replayCommand(output),
    effectsCommand(output),
    filesCommand(output),
  );
  add(GROUP.act, rewindCommand(output), answerCommand(output), forkCommand(output), deleteCommand(output));
  add(
    GROUP.learn,
    learnCommand(output),
    labelCommand(output),
    calibrateCommand(output, env),
    attributeCommand(output, env),
    evaluateCommand(output, env),
  );
  add(GROUP.work, workCommand(output, env, untilStopped), enqueueCommand(output, env));
  add(GROUP.move, exportCommand(output), importCommand(output));
  add(GROUP.keep, pruneCommand(output));
  add(GROUP.more, completionCommand(output));
  const complete = completeCommand(raw, () => command);
  command.addCommand(complete.copyInheritedSettings(command), { hidden: true });
  return command.addHelpText("after", EXAMPLES);
}

const EXAMPLES = `
Examples:
  langgraph-rollback demo                  see it work: no key, no service
  langgraph-rollback doctor                is this project fit for it?
  langgraph-rollback inspect runs.sqlite   what was done, and what rolled back?
  langgraph-rollback evaluate --help       every option of a command`;

/** Of this package; the sources and what is built from them lie equally deep. */
function version(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
