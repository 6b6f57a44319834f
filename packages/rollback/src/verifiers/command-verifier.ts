import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { Verdict, VerifierRun } from "./verifier.ts";
import { A_FUNCTION, A_TEXT, checkVerifierOptions } from "./check-verifier-options.ts";
import { checkNamed, digest, fingerprintOf } from "./fingerprint.ts";
import { inTime, type StoppableRun } from "./in-time.ts";
import type { NamedVerifier, VerifierOptions } from "./named-verifier.ts";
import { runProgram, type ProgramEnd } from "./run-program.ts";

/** How a program is run. */
export interface CommandOptions<Input = unknown, Output = unknown> extends VerifierOptions {
  /** Input of the program on stdin. Default: nothing. */
  readonly input?: (run: VerifierRun<Input, Output>) => string | Promise<string>;
  /** The folder that it runs in. Default: this process's folder. It is not part of the fingerprint, as it differs between machines. */
  readonly cwd?: string;
  /** Environment variables, added to this process's own. A part of the fingerprint, as a digest. */
  readonly env?: Readonly<Record<string, string>>;
  /** Short name of what the program decides by, such as its version. Needed with `input`. Change it whenever that changes. */
  readonly fingerprint?: string;
}

/**
 * Runs a program, without a shell: a run succeeded if it exits with 0. The reason of a failure is its exit code and the end of its output on stdout
 * and stderr, at most 2000 characters.
 *
 * @param command name or path of the program
 * @throws {InvalidOptionError} if `fingerprint` is needed and missing
 *
 * @example
 * const verify = commandVerifier("npm", ["test"], { cwd: "/work/project", timeout: 120_000 });
 */
export function commandVerifier<Input = unknown, Output = unknown>(
  command: string,
  args: readonly string[],
  options: CommandOptions<Input, Output> = {},
): NamedVerifier<Input, Output> {
  if (!A_TEXT.holds(command)) throw new InvalidOptionError("command", A_TEXT.expected, command);
  if (!areTexts(args)) throw new InvalidOptionError("args", "a list of texts", args);
  checkVerifierOptions(options, CHECKS);
  const { input = () => "", cwd, env, fingerprint, timeout } = options;
  checkNamed(fingerprint, options.input && "`input`");
  const ask = async (run: StoppableRun<Input, Output>): Promise<Verdict> => {
    const given: unknown = await input(run);
    if (typeof given !== "string")
      throw new InvalidOptionError("input", "a function that gives a text", given);
    run.signal.throwIfAborted();
    return verdictOf(command, await runProgram({ command, args, cwd, env, input: given }, run.signal));
  };
  const killed = `The program "${command}" was killed.`;
  return Object.assign((run: VerifierRun<Input, Output>) => inTime(run, timeout, ask, killed), {
    fingerprint: fingerprintOf("command", command, fingerprint, digest([command, args, env ?? {}])),
  });
}

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

const CHECKS = {
  input: A_FUNCTION,
  cwd: A_TEXT,
  env: {
    expected: "an object of texts",
    holds: (value: unknown) => typeof value === "object" && value !== null && areTexts(Object.values(value)),
  },
  fingerprint: A_TEXT,
};

function verdictOf(command: string, { exitCode, signal, output }: ProgramEnd): Verdict {
  if (exitCode === 0) return { ok: true };
  const end = exitCode === null ? `was ended by ${signal}` : `ended with exit code ${exitCode}`;
  return {
    ok: false,
    reason: `"${command}" ${end}${output === "" ? " and printed nothing" : `:\n${output}`}`,
  };
}
