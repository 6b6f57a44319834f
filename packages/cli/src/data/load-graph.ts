import type { RollbackTarget } from "langgraph-rollback";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { type LoadedExport, loadExport } from "./load-export.ts";

/** A graph of the user's that takes whatever input it is given. */
export interface AnyGraph extends RollbackTarget {
  invoke(input: unknown, config?: never): Promise<unknown>;
}

/** A graph, and the module that exports it. */
export interface LoadedGraph {
  readonly module: string;
  readonly graph: AnyGraph;
}

/**
 * Imports a module of the user's and takes its graph: the export that is named, else `graph`. What is no graph is refused where it is used.
 *
 * @param option that names it
 * @throws {CommandFailedError} if there is no such module or export
 */
export async function loadGraph(spec: string, option = "--graph"): Promise<LoadedGraph> {
  const loaded = await loadExport(option, spec, "graph");
  if (!isGraph(loaded.value)) throw notExported(option, loaded, "a compiled graph or an agent");
  return { module: loaded.module, graph: loaded.value };
}

const isGraph = (value: unknown): value is AnyGraph => typeof value === "object" && value !== null;

/** A module does not export what an option asks of it. */
export function notExported(
  option: string,
  { module, name }: Pick<LoadedExport, "module" | "name">,
  what: string,
): CommandFailedError {
  return new CommandFailedError(
    `Expected ${module} to export ${what} as \`${name}\`; \`${option} ${module}#name\` takes another name.`,
  );
}
