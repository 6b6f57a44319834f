import { printable } from "@langgraph-rollback/inspector/shared";
import { Argument, Command } from "commander";

import type { Output } from "../terminal/output.ts";
import { candidatesFor } from "./candidates-for.ts";
import { completionScripts, SHELLS, type Shell } from "./completion-scripts.ts";

/** `langgraph-rollback completion`: the script by which a shell completes the command line. */
export function completionCommand(output: Output): Command {
  return new Command("completion")
    .summary("print a script that completes commands and options in a shell")
    .description(
      "Print a script that makes a shell complete commands, options and their values. It asks the program itself, so it knows what the installed version knows.",
    )
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .allowExcessArguments(false)
    .addHelpText(
      "after",
      `
Examples:
  eval "$(langgraph-rollback completion bash)"    in ~/.bashrc
  eval "$(langgraph-rollback completion zsh)"     in ~/.zshrc, below compinit
  langgraph-rollback completion fish > ~/.config/fish/completions/langgraph-rollback.fish`,
    )
    .action((shell: Shell) => output.print(completionScripts[shell]));
}

/**
 * `langgraph-rollback complete -- WORDS`: what the scripts ask. Not in the help.
 *
 * @param output takes tabs as they are
 */
export function completeCommand(output: Output, program: () => Command): Command {
  return new Command("complete").argument("[words...]").action((words: readonly string[]) => {
    const { files, words: found } = candidatesFor(program(), words);
    const lines = found.map(({ description, word }) => `${word}\t${printable(description)}`);
    const all = [...lines, ...(files ? [":files"] : [])];
    if (all.length > 0) output.print(all.join("\n"));
  });
}
