import type { RunnableConfig } from "@langchain/core/runnables";

import type { ActStart } from "../../effects/act.ts";
import type { Performs } from "../../effects/holding/release-all.ts";
import { withKey } from "../../effects/intercepting/act-context.ts";
import { isGenerator } from "../../effects/intercepting/noted.ts";
import { nameOfTool, nodeNamed, toolsOfGraph } from "../../effects/intercepting/tools-of-graph.ts";
import type { RunEffects } from "../../effects/run-effects.ts";
import { HoldRefusedError } from "../../errors/hold-refused-error.ts";
import type { CompiledGraph } from "../../langgraph/compiled-graph.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";

/**
 * @internal Carries out acts that were held: by the function that is declared for them, or by the graph's tool or node of this name. A tool gets its stored arguments, which are
 * parsed already; a node gets the state as it was; both get the config of the call.
 */
export function performsHeld(
  { graph }: Pick<RollbackContext, "graph">,
  effects: RunEffects,
  config: RunnableConfig,
): Performs {
  return async (effect, signal) => {
    const { args, key, kind, name } = effect.intent;
    const release = effects.releaseOf(effect);
    if (release !== undefined) return withKey(key, () => release({ name, args, key, signal }));
    const own = { configurable: config.configurable, metadata: config.metadata, signal };
    const [does, method, given] =
      kind === "node"
        ? ([nodeNamed(graph, name), "invoke", [args, own]] as const)
        : ([toolNamed(graph, kind, name), "_call", [args, undefined, own]] as const);
    if (does === undefined)
      throw new HoldRefusedError(
        name,
        "The graph has no tool and no node of this name. Say how it is carried out: `{ hold: { release } }`.",
      );
    return toItsEnd(await withKey(key, () => called(does, method, given)));
  };
}

const toolNamed = (graph: CompiledGraph, kind: ActStart["kind"], name: string): object | undefined =>
  kind === "tool" ? toolsOfGraph(graph).find((each) => nameOfTool(each) === name) : undefined;

function called(does: object, method: string, args: readonly unknown[]): unknown {
  const call: unknown = Reflect.get(does, method);
  if (typeof call !== "function") throw new TypeError(`It has no function \`${method}\`.`);
  return Reflect.apply(call, does, args);
}

/** The result of a tool; of one that streams, what it gives in the end. */
async function toItsEnd(given: unknown): Promise<unknown> {
  if (!isGenerator(given)) return given;
  for (;;) {
    const next = await given.next();
    if (next.done === true) return next.value;
  }
}
