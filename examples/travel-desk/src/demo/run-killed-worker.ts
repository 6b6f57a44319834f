import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

import type { KilledWhile } from "./killing-effects.ts";

/**
 * Starts the worker in a process of its own and waits for its end.
 *
 * @returns the signal that killed it, or `undefined` if nothing did
 * @throws {Error} if it fails by itself
 */
export async function runKilledWorker(
  killed: KilledWhile,
  address: string,
  threadId: string,
  nodeOptions: readonly string[],
): Promise<NodeJS.Signals | undefined> {
  const here = fileURLToPath(import.meta.url);
  const file = path.join(path.dirname(here), `killed-worker${path.extname(here)}`);
  const child = spawn(process.execPath, [...nodeOptions, file, killed, address, threadId, ...nodeOptions], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  await once(child, "close");
  if (child.signalCode === null && child.exitCode !== 0)
    throw new Error(`The worker ended with ${child.exitCode}:\n${errors}`);
  return child.signalCode ?? undefined;
}
