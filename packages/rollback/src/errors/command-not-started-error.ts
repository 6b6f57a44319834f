import { describeError } from "./describe-error.ts";

/** The program of a `commandVerifier` could not be started; `cause` says why. */
export class CommandNotStartedError extends Error {
  override readonly name = "CommandNotStartedError";
  readonly code = "COMMAND_NOT_STARTED";
  readonly command: string;

  constructor(command: string, cause: unknown) {
    super(
      `Cannot start the program "${command}": ${describeError(cause).message}. ` +
        "It runs without a shell: give the program's name or path, its arguments in `args`, and a `cwd` that exists.",
      { cause },
    );
    this.command = command;
  }
}
