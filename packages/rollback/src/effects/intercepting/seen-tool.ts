import type { CallbackManagerForToolRun } from "@langchain/core/callbacks/manager";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { StructuredTool } from "@langchain/core/tools";

import { declaredEffectOf } from "../declaring/declared-effect.ts";
import { asSeen } from "./act-context.ts";
import { dropKey, keepKey } from "./act-keys.ts";
import { actTaskOf } from "../../langgraph/act-task.ts";
import { endOf, noted } from "./noted.ts";
import { abortOf, cutOffBy, toItsEnd, untilAborted } from "./to-its-end.ts";
import { warnUnheard } from "./warn-unheard.ts";

/** The part of a tool that is read: its class has more type parameters than anybody here needs. */
type SeenTool = Pick<StructuredTool, "name" | "metadata">;

/** The `_call` functions of tools that note themselves down. Objects made from such tools have it, too. */
const seenCalls = new WeakSet<object>();

/** @internal A tool that notes itself down, with its parsed arguments and its own result. The one given stays as it is. */
export function seenTool<T extends SeenTool>(tool: T): T;
export function seenTool(tool: SeenTool): unknown {
  const own: unknown = Reflect.get(tool, "_call");
  const invoke: unknown = Reflect.get(tool, "invoke");
  if (typeof own !== "function" || typeof invoke !== "function" || seenCalls.has(own)) return tool;
  const call = async function (
    this: SeenTool,
    args: unknown,
    run?: CallbackManagerForToolRun,
    config?: RunnableConfig,
  ): Promise<unknown> {
    // On the tool itself: what is private to its class is there.
    const act = (given = config): unknown => Reflect.apply(own, tool, [args, run, given]);
    const cutOff = cutOffBy(tool, config);
    let hasBegun = cutOff === undefined;
    const actToItsEnd = (): unknown => {
      if (cutOff === undefined || config === undefined) return act();
      if (cutOff.aborted) throw abortOf(cutOff);
      hasBegun = true;
      return toItsEnd(config, act);
    };
    const declared = declaredEffectOf(this);
    if (declared !== undefined && declared !== "read-only") warnUnheard(tool.name, config);
    const start = {
      kind: "tool" as const,
      name: tool.name,
      args,
      task: actTaskOf(config?.metadata),
      canReuse: true,
      metadata: tool.metadata,
      declared,
    };
    const called = noted(
      start,
      async (key) => {
        if (key === undefined) return act();
        if (run !== undefined) keepKey(run.runId, key);
        try {
          return await actToItsEnd();
        } finally {
          if (run !== undefined) dropKey(run.runId);
        }
      },
      (error) => (hasBegun ? endOf(error, config?.signal) : { outcome: "failed", error, wasCalled: false }),
    );
    return cutOff === undefined ? called : untilAborted(called, cutOff);
  };
  seenCalls.add(call);
  return Object.create(tool, {
    _call: { value: call },
    invoke: {
      value: function seenInvoke(this: SeenTool, ...args: unknown[]) {
        return asSeen((): unknown => Reflect.apply(invoke, this, args));
      },
    },
  });
}
