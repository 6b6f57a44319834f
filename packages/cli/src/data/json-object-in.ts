import { CommandFailedError } from "../errors/command-failed-error.ts";
import { isFields } from "../formats/fields.ts";

/**
 * Values by channel that a file of an option holds.
 *
 * @throws {CommandFailedError} if it holds no JSON object
 */
export function jsonObjectIn(option: string, file: string, text: string): Readonly<Record<string, unknown>> {
  const value = parsed(text);
  if (isFields(value)) return value;
  throw new CommandFailedError(
    `Expected \`${option}\` ${file} to hold a JSON object with values by channel, such as {"plan": "ask first"}.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
