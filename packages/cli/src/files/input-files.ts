import type { Command } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { namesStdin, type PipeCopies } from "./pipe-copies.ts";

/** Arguments and options that name files to read. */
export const READ: ReadonlySet<string> = new Set([
  "agents",
  "alarm",
  "alarmCalibration",
  "calibration",
  "cassette",
  "data",
  "db",
  "files",
  "findings",
  "input",
  "labels",
  "marks",
  "note",
  "pilot",
  "prices",
  "recoveryCalibration",
  "replays",
  "retried",
  "reuse",
  "tasks",
  "update",
  "verdicts",
  "verifierCalibration",
  "where",
]);

/** Arguments and options that name files to write. */
export const WRITTEN: ReadonlySet<string> = new Set([
  "database",
  "json",
  "keep",
  "out",
  "record",
  "store",
  "svg",
]);

/**
 * Puts copies in the place of the pipes that a command is to read.
 *
 * @throws {UsageError} if the standard input is named as a file to write, and as `PipeCopies` does
 */
export async function copyPipes(command: Command, pipes: PipeCopies): Promise<void> {
  for (const [index, argument] of command.registeredArguments.entries())
    if (WRITTEN.has(argument.name())) checkWritten(command.processedArgs[index], argument.name());
    else if (READ.has(argument.name()))
      command.processedArgs[index] = await filesOf(command.processedArgs[index], argument.name(), pipes);
  for (const option of command.options) {
    const [name, long] = [option.attributeName(), option.long ?? option.flags];
    const value: unknown = command.getOptionValue(name);
    if (isWritten(command, name)) checkWritten(value, long);
    else if (READ.has(name) && value !== undefined)
      command.setOptionValueWithSource(
        name,
        await filesOf(value, long, pipes),
        command.getOptionValueSource(name),
      );
  }
}

/** Commands that write a file that others only read. */
const WRITING: ReadonlyMap<string, readonly string[]> = new Map([
  ["findings", ["evaluate"]],
  ["labels", ["inspect", "label"]],
]);

function isWritten(command: Command, name: string): boolean {
  return WRITTEN.has(name) || WRITING.get(name)?.includes(command.name()) === true;
}

function checkWritten(value: unknown, option: string): void {
  if (typeof value === "string" && namesStdin(value))
    throw new UsageError(
      `Expected \`${option}\` to name a file to write, got "${value}", the standard input.`,
    );
}

async function filesOf(value: unknown, option: string, pipes: PipeCopies): Promise<unknown> {
  if (typeof value === "string") return pipes.fileOf(value, option);
  if (!Array.isArray(value)) return value;
  const files: unknown[] = [];
  for (const each of value) files.push(await filesOf(each, option, pipes));
  return files;
}
