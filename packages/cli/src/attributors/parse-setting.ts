import { type GivenSetting, METHOD_SETTINGS } from "@langgraph-rollback/attributors/names";
import { settingFault } from "@langgraph-rollback/lab/names";
import { InvalidArgumentError } from "commander";
import { UsageError } from "../errors/usage-error.ts";

/** Reads `rounds=3` or `raffles.rounds=3`, one more each time. Whether a method has it is known with the methods alone. */
export function parseSetting(text: string, before: readonly GivenSetting[] = []): readonly GivenSetting[] {
  const [, method, name, value] = /^(?:([a-z-]+)\.)?([a-zA-Z]+)=(.*)$/s.exec(text.trim()) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError(`Expected NAME=VALUE or METHOD.NAME=VALUE, got "${text}".`);
  return [...before, { ...(method === undefined ? {} : { method }), name, text: value }];
}

/**
 * @param names of the methods and ensembles that run
 * @throws {UsageError} if none of them has a setting, or one does not take it
 */
export function checkSettings(given: readonly GivenSetting[], names: readonly string[]): void {
  const [fault] = given.flatMap((each) => settingFault(each, names) ?? []);
  if (fault !== undefined) throw new UsageError(`\`--set\`: ${fault}`);
}

/** A setting as it is written on the command line. */
export function settingText({ method, name, text }: GivenSetting): string {
  return `${method === undefined ? "" : `${method}.`}${name}=${text}`;
}

/** The settings of all methods, for the help text. */
export function settingsHelp(): string {
  const lines = Object.entries(METHOD_SETTINGS).flatMap(([method, settings]) => [
    `  ${method}`,
    ...settings.flatMap(({ expects, means, name, standard }) => [
      `    ${name}=...  ${means}`,
      `      ${expects}; default ${standard}`,
    ]),
  ]);
  return ["", "Settings of methods, for --set:", ...lines].join("\n");
}
