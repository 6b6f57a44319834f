import { InvalidOptionError } from "./invalid-option-error.ts";
import { nearestWord } from "./nearest-word.ts";
import type { OptionChecks } from "./option-check.ts";
import { UnknownOptionError } from "./unknown-option-error.ts";

/**
 * @internal Refuses options that do not exist or that have a value of a type which they cannot have. The compiler says the
 * same; this is for those who have none. An option that is `undefined` counts as left out.
 *
 * @param of the option that has these, with a "."
 * @throws {UnknownOptionError | InvalidOptionError}
 */
export function checkOptions(options: unknown, checks: OptionChecks, of = ""): void {
  if (typeof options !== "object" || options === null)
    throw new InvalidOptionError("options", "an object", options);
  const known = Object.keys(checks).map((name) => `${of}${name}`);
  for (const name of Object.keys(options)) {
    const named = `${of}${name}`;
    if (!known.includes(named)) throw new UnknownOptionError(named, nearestWord(named, known) ?? "", known);
  }
  for (const [name, { each, expected, isRequired = false, holds, inner }] of Object.entries(checks)) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined && !isRequired) continue;
    if (!holds(value)) throw new InvalidOptionError(`${of}${name}`, expected, value);
    for (const [entry, given] of each === undefined ? [] : Object.entries(Object(value)))
      if (each?.holds(given) === false)
        throw new InvalidOptionError(`${of}${name}.${entry}`, each.expected, given);
    if (inner !== undefined) checkOptions(value, inner, `${of}${name}.`);
  }
}
