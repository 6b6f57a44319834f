import type { RunnableConfig } from "@langchain/core/runnables";

import type { Holding } from "../../effects/act.ts";
import { actLogAround } from "../../effects/intercepting/act-context.ts";
import { toolNamesOf } from "../../effects/intercepting/tools-of-graph.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { stampIn } from "../../steps/attempt-stamp.ts";

const NOT_TOLD_AROUND =
  "A graph with rollback around it has the last word, and does not hear of it. Give that one `effects`, `{}` at least.";

/** @internal Whether the acts of a call of a graph can wait for a verdict: its own, or that of the run around it. */
export function holdingOf({ around, graph }: RollbackContext, config: RunnableConfig): Holding {
  if (around === undefined && stampIn(config) !== undefined && actLogAround() === undefined)
    return { whyNot: NOT_TOLD_AROUND };
  if (around?.log.holding !== undefined && "whyNot" in around.log.holding) return around.log.holding;
  const tools = toolNamesOf(graph);
  return { isFound: ({ kind, name }) => kind === "node" || (kind === "tool" && tools.has(name)) };
}
