import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";

import { childEnvironment } from "./child-environment.ts";

/** Result of a project's tests. */
export interface TestResult {
  readonly passed: number;
  /** Names of the tests that failed, and of files that could not be run. */
  readonly failed: readonly string[];
  /** Everything that was printed, as TAP. */
  readonly output: string;
}

export interface TestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that each file of tests may take. Default 30 000. */
  readonly limit?: number;
}

/**
 * Runs `node --test` in a folder, in a process of its own.
 *
 * @throws the signal's reason once it is aborted, and {@link Error} if no test could be run
 */
export async function runTests(
  folder: string,
  { signal, limit = 30_000 }: TestOptions = {},
): Promise<TestResult> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, ["--test", "--test-reporter=tap", `--test-timeout=${limit}`], {
    cwd: folder,
    env: childEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    // It starts a process for each file of tests, and a signal has to reach these, too.
    detached: process.platform !== "win32",
  });
  const kill = (): void => {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  };
  signal?.addEventListener("abort", kill, { once: true });
  try {
    const [output, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    signal?.throwIfAborted();
    return resultOf(folder, output, errors);
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

function resultOf(folder: string, output: string, errors: string): TestResult {
  const passed = /^# pass (\d+)$/m.exec(output)?.[1];
  if (passed === undefined) throw new Error(`\`node --test\` has run no tests: ${output}${errors}`);
  // A file that cannot be run has its path as its name.
  const inside = realpathSync(folder) + path.sep;
  const failed = [...output.matchAll(/^ *not ok \d+ - (.*)$/gm)]
    .map(([, name = ""]) => name.replaceAll(/\\(.)/g, "$1"))
    .map((name) => (name.startsWith(inside) ? name.slice(inside.length) : name));
  return { passed: Number(passed), failed, output };
}

/** A result as a sentence. */
export function testSentence({ passed, failed }: TestResult): string {
  if (failed.length > 0) return `The tests fail: ${failed.map((name) => `"${name}"`).join(", ")}.`;
  return passed === 0 ? "There are no tests." : `All ${passed} tests pass.`;
}
