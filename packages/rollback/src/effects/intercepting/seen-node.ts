import type { RunnableConfig } from "@langchain/core/runnables";

import { actTaskOf } from "../../langgraph/act-task.ts";
import { endOf, noted } from "./noted.ts";

/** @internal The runnable of a node, noted as one act. The one given stays as it is. */
export function seenNode(name: string, bound: unknown): unknown {
  const invoke: unknown = Reflect.get(Object(bound), "invoke");
  if (typeof invoke !== "function") return bound;
  return Object.create(Object(bound), {
    invoke: {
      value: (args: unknown, config: RunnableConfig = {}) => {
        const start = {
          kind: "node" as const,
          name,
          args,
          task: actTaskOf(config.metadata),
          canReuse: true,
        };
        return noted(
          start,
          (): unknown => Reflect.apply(invoke, bound, [args, config]),
          (error) => endOf(error, config.signal),
        );
      },
    },
  });
}
