import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import {
  A_FUNCTION,
  A_NUMBER,
  LONGEST_WAIT,
  type OptionCheck,
  type OptionChecks,
} from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";

export { A_FUNCTION, A_NUMBER };
/** @internal */
export const A_TEXT: OptionCheck = {
  expected: "a text that is not empty",
  holds: (value) => typeof value === "string" && value.trim() !== "",
};

/**
 * @internal Refuses options that a verifier does not have, or that have a value that they cannot have. All verifiers have `timeout`.
 *
 * @throws {UnknownOptionError | InvalidOptionError}
 * @throws {RangeError} if `timeout` is outside (0, 2^31 - 1]
 */
export function checkVerifierOptions(
  options: { readonly timeout?: number },
  checks: OptionChecks = {},
): void {
  checkOptions(options, { ...checks, timeout: A_NUMBER });
  const { timeout } = options;
  if (timeout !== undefined && !(timeout > 0 && timeout <= LONGEST_WAIT))
    throw new RangeError(`Expected \`timeout\` to be milliseconds in (0, ${LONGEST_WAIT}], got ${timeout}.`);
}

/** @internal @throws {InvalidOptionError} if something is not a function */
export function checkFunction(name: string, value: unknown): void {
  if (!A_FUNCTION.holds(value)) throw new InvalidOptionError(name, A_FUNCTION.expected, value);
}

/** @internal @throws {RangeError} if a count is not a whole number in [1, most] */
export function checkShare(name: string, count: number, most: number): void {
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new RangeError(`Expected \`${name}\` to be a whole number from 1 to ${most}, got ${count}.`);
}
