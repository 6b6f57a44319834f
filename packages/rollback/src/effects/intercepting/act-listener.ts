import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";

import type { Act, ActLog } from "../act.ts";
import { actLogAround, isSeen } from "./act-context.ts";
import { dropKey, keepKey, leaveKey } from "./act-keys.ts";
import { actTaskOf } from "../../langgraph/act-task.ts";
import { isTaskRun } from "../../langgraph/task-identity.ts";
import { endOf } from "./noted.ts";

type ToolStart = Parameters<NonNullable<CallbackHandlerMethods["handleToolStart"]>>;
type ChainStart = Parameters<NonNullable<CallbackHandlerMethods["handleChainStart"]>>;

/**
 * @internal Listens to an attempt: hears where a task starts, and each tool that does not note itself down. It is awaited before the tool runs, and what it
 * throws keeps the tool from running.
 *
 * @param signal of the run: what it aborts with is not the tool's own error
 */
export function actListener(log: ActLog, signal: AbortSignal | undefined): BaseCallbackHandler {
  const acts = new Map<string, Act>();
  const finish = async (runId: string, end: Parameters<Act["ended"]>[0]): Promise<void> => {
    // A tool whose call was aborted may ask for its key later.
    (end.outcome === "unknown" ? leaveKey : dropKey)(runId);
    // A tool that streams may be told to have failed, as somebody could not take a chunk, and end later all the same.
    await acts.get(runId)?.ended(end);
  };
  const methods: CallbackHandlerMethods = {
    handleChainStart: async (...[, , , , tags, metadata]: ChainStart) => {
      if (actLogAround() !== log || !isTaskRun(tags)) return;
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
    handleToolError: (error: unknown, runId: string) => finish(runId, endOf(error, signal)),
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
