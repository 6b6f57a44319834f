import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { WorkersMissingError } from "../errors/workers-missing-error.ts";
import { WorkersNodeError } from "../errors/workers-node-error.ts";

type Workers = typeof import("@langgraph-rollback/workers");

/** Parts of the package that the commands use. */
export type WorkersPackage = Pick<Workers, "examineQueue" | "rollbackQueue" | "rollbackWorker">;

const NAME = "@langgraph-rollback/workers";
const LEAST_NODE = "22.12";

/**
 * Imports the package with queue and workers, which is installed by those who want it. A project's own copy comes first, since its graphs
 * were made by the `langgraph-rollback` beside it; then the one beside this command.
 *
 * @param folders to look from, in this order
 * @param at.node version of Node
 * @param at.name of the package
 * @throws {WorkersMissingError} if it is not installed
 * @throws {WorkersNodeError} if Node is too old for it
 */
export async function loadWorkers(
  folders: readonly string[],
  { node = process.versions.node, name = NAME }: { readonly node?: string; readonly name?: string } = {},
): Promise<WorkersPackage> {
  if (!isNewEnough(node)) throw new WorkersNodeError(node, LEAST_NODE);
  const [folder = process.cwd()] = folders;
  const found = [...folders.map((each) => path.join(each, "_")), import.meta.url].map((from) =>
    resolved(name, from),
  );
  const file = found.find((each) => each !== undefined);
  if (file === undefined) throw new WorkersMissingError(folder);
  const loaded: unknown = await import(pathToFileURL(file).href);
  if (!isWorkers(loaded)) throw new WorkersMissingError(folder);
  return loaded;
}

function resolved(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12);
}

const isWorkers = (value: unknown): value is WorkersPackage =>
  typeof value === "object" &&
  value !== null &&
  ["examineQueue", "rollbackQueue", "rollbackWorker"].every(
    (name) => typeof Reflect.get(value, name) === "function",
  );
