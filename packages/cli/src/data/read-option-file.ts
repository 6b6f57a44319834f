import { CommandFailedError } from "../errors/command-failed-error.ts";

/**
 * Calls `read` for the file that an option names.
 *
 * @throws {CommandFailedError} if the file cannot be read; what `read` throws of its content passes through
 */
export async function readOptionFile<Value>(
  option: string,
  file: string,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CommandFailedError(`Could not read \`${option}\` ${file}: ${error.message}`, { cause: error });
  }
}
