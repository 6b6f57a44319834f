import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const at = (file: string): string => new URL(`../../../../${file}`, import.meta.url).href;

/** Arguments with which Node starts the command line: built beside built code, else from the sources. */
const PROGRAM: readonly string[] = import.meta.url.endsWith(".ts")
  ? [
      "--import",
      at("test/fixtures/typescript-hooks.mjs"),
      "--conditions",
      "@langgraph-rollback/source",
      fileURLToPath(at("packages/cli/src/main.ts")),
    ]
  : [fileURLToPath(at("packages/cli/dist/main.js"))];

/**
 * Runs `langgraph-rollback` as users do, in a process of its own.
 *
 * @param args for example `["calibrate", "--data", "labels.jsonl"]`
 * @returns its standard output
 * @throws {Error} with the exit code and the message of the command, if it fails
 */
export async function runCommand(args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [...PROGRAM, ...args], { maxBuffer: Infinity });
    return stdout;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "stderr" in error)) throw error;
    throw new Error(
      `Expected \`${args.join(" ")}\` to end with 0, got ${String(error.code)}: ${String(error.stderr).trim()}`,
      { cause: error },
    );
  }
}
