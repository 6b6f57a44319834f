import { openCheckpointer } from "@langgraph-rollback/inspector";
import type { InspectorOptions } from "@langgraph-rollback/inspector";
import { previewActions } from "langgraph-rollback/operator";
import { quotable } from "@langgraph-rollback/inspector/shared";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { loadAgent } from "../replaying/load-agent.ts";
import { userName } from "../options/user-name.ts";

/** The agent that the page acts with, and who does. */
export interface ActingOptions extends WhereOptions {
  /** Module of the agent. */
  readonly act?: string;
  readonly by?: string;
}

/** Options whose agent runs on the checkpointer of a database. */
type Acting = NonNullable<InspectorOptions["act"]>;

/**
 * Runs a task with the agent that the command line names, over the database's own checkpointer, and closes it. Without one, the task is given none.
 *
 * @throws {CommandFailedError} if the module exports no graph with rollback
 * @throws what `openCheckpointer` throws
 */
export async function withActingAgent<Value>(
  [where = ""]: readonly string[],
  { act, by = userName(), schema }: ActingOptions,
  task: (agent: Acting | undefined) => Promise<Value>,
): Promise<Value> {
  if (act === undefined) return task(undefined);
  const { context, graph, options: rules } = await loadAgent({ graph: act, option: "--act" });
  const opened = await openCheckpointer(where, { schema, isWritable: true });
  const target = "graph" in graph ? Object(graph.graph) : graph;
  const before: unknown = Reflect.get(target, "checkpointer");
  try {
    Reflect.set(target, "checkpointer", opened.saver);
    await checkRollback(graph, act);
    return await task({ graph, by, rules, ...(context === undefined ? {} : { context }) });
  } finally {
    Reflect.set(target, "checkpointer", before);
    await opened.close();
  }
}

async function checkRollback(graph: Acting["graph"], spec: string): Promise<void> {
  try {
    await previewActions(graph, { configurable: { thread_id: "none" } });
  } catch (cause) {
    if (!(cause instanceof Error) || Reflect.get(cause, "code") !== "INVALID_OPTION") throw cause;
    throw new CommandFailedError(
      `\`--act\` cannot act with ${quotable(spec)}. ${cause.message} If it is a graph with rollback, install the command line in the agent's own project: two copies of langgraph-rollback do not know each other's graphs.`,
    );
  }
}
