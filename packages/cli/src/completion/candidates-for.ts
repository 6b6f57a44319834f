import type { Argument, Command, Option } from "commander";

import { READ, WRITTEN } from "../files/input-files.ts";

/** A word that may stand in the place of the last one. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Words for the place of the last one, and whether a file may stand there. */
export interface Candidates {
  readonly words: readonly Candidate[];
  readonly files: boolean;
}

/**
 * The words that may stand in the place of the last one, from the program's own definition: commands, options, and the choices of options and arguments.
 *
 * @param words those behind the program's name; the last one is begun, or empty
 */
export function candidatesFor(program: Command, words: readonly string[]): Candidates {
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const { command, rest } = commandOf(program, before);
  const [, flag = "", value] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  const given = optionOf(command, value === undefined ? (before.at(-1) ?? "") : flag);
  if (value !== undefined) return given === undefined ? NONE : valuesOf(given, value, `${flag}=`);
  if (given?.required === true || (given?.optional === true && !last.startsWith("-")))
    return valuesOf(given, last, "");
  if (last.startsWith("-")) return { words: beginning(optionsOf(command), last), files: false };
  if (command === program || command.name() === "help")
    return { words: beginning(commandsOf(program), last), files: false };
  return argumentValues(command, rest, last);
}

const NONE: Candidates = { words: [], files: false };

/** The command that the words call, and the words behind it. */
function commandOf(
  program: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  for (const [place, word] of words.entries()) {
    if (word === "help") {
      const help = program.createCommand("help");
      return { command: help, rest: words.slice(place + 1) };
    }
    const command = program.commands.find((each) => each.name() === word);
    if (command !== undefined) return { command, rest: words.slice(place + 1) };
  }
  return { command: program, rest: words };
}

const optionOf = (command: Command, word: string): Option | undefined =>
  command
    .createHelp()
    .visibleOptions(command)
    .find(({ long, short }) => word !== "" && (word === long || word === short));

const optionsOf = (command: Command): readonly Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ description, long }) =>
      long === undefined || long === null ? [] : [{ word: long, description }],
    );

const commandsOf = (program: Command): readonly Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((command) => ({ word: command.name(), description: command.summary() || command.description() }));

const beginning = (candidates: readonly Candidate[], begun: string): readonly Candidate[] =>
  candidates.filter(({ word }) => word.startsWith(begun));

/** @param head stands before the value in the same word */
function valuesOf(option: Option, begun: string, head: string): Candidates {
  const choices = (option.argChoices ?? []).map((word) => ({ word, description: "" }));
  const words = beginning(choices, begun).map((each) => ({ ...each, word: `${head}${each.word}` }));
  return { words, files: choices.length === 0 && namesFile(option.attributeName(), option.flags) };
}

function argumentValues(command: Command, rest: readonly string[], begun: string): Candidates {
  const argument = argumentAt(command, operandsIn(command, rest));
  if (argument === undefined) return NONE;
  const choices = (argument.argChoices ?? []).map((word) => ({ word, description: "" }));
  return { words: beginning(choices, begun), files: choices.length === 0 && namesFile(argument.name(), "") };
}

function argumentAt({ registeredArguments }: Command, place: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[place] ?? (last?.variadic === true ? last : undefined);
}

/** How many of the words are neither options nor their values. */
function operandsIn(command: Command, words: readonly string[]): number {
  let count = 0;
  for (const [place, word] of words.entries()) {
    const before = optionOf(command, words[place - 1] ?? "");
    if (!word.startsWith("-") && before?.required !== true && before?.optional !== true) count += 1;
  }
  return count;
}

const namesFile = (name: string, flags: string): boolean =>
  READ.has(name) || WRITTEN.has(name) || /[<[](?:files?|folder|module)/.test(flags);
