import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";

import type { Act, ActLog } from "../act.ts";
import { actLogAround, isSeen } from "./act-context.ts";
import { dropKey, keepKey } from "./act-keys.ts";
import { actTaskOf } from "./act-task.ts";
import { endOf } from "./noted.ts";

type ToolStart = Parameters<NonNullable<CallbackHandlerMethods["handleToolStart"]>>;
type ChainStart = Parameters<NonNullable<CallbackHandlerMethods["handleChainStart"]>>;

/** How LangGraph tags the run of a task itself, among the runs inside of it. */
const TASK_TAG = "graph:step:";

/**
 * @internal Listens to an attempt: hears where a task starts, and each tool that does not note itself down. It is awaited before the tool runs, and what it
 * throws keeps the tool from running.
 */
export function actListener(log: ActLog): BaseCallbackHandler {
  const acts = new Map<string, Act>();
  const finish = async (runId: string, end: Parameters<Act["ended"]>[0]): Promise<void> => {
    const act = acts.get(runId);
    acts.delete(runId);
    dropKey(runId);
    await act?.ended(end);
  };
  const methods: CallbackHandlerMethods = {
    handleChainStart: async (...[, , , , tags, metadata]: ChainStart) => {
      if (actLogAround() !== log || tags?.some((tag) => tag.startsWith(TASK_TAG)) !== true) return;
      await log.taskBegan(actTaskOf(metadata));
    },
    handleToolStart: async (...[tool, input, runId, , , metadata, runName]: ToolStart) => {
      // A graph with rollback of its own inside of this one notes down its own.
      if (actLogAround() !== log || isSeen()) return;
      const act = await log.begin({
        kind: "tool",
        name: runName ?? tool.name ?? tool.id?.at(-1) ?? "",
        args: parsed(input),
        task: actTaskOf(metadata),
        canReuse: false,
        metadata,
      });
      if (act === undefined) return;
      acts.set(runId, act);
      keepKey(runId, act.key);
    },
    handleToolEnd: (output: unknown, runId: string) => finish(runId, { outcome: "done", result: output }),
    handleToolError: (error: unknown, runId: string) => finish(runId, endOf(error)),
  };
  return Object.assign(BaseCallbackHandler.fromMethods(methods), { awaitHandlers: true, raiseError: true });
}

/** A callback is told the input as text. */
function parsed(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
