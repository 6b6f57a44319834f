import type { RunnableConfig } from "@langchain/core/runnables";

import type { Performs } from "../../effects/holding/release-all.ts";
import { withKey } from "../../effects/intercepting/act-context.ts";
import { isGenerator } from "../../effects/intercepting/noted.ts";
import { nameOfTool, toolsOfGraph } from "../../effects/intercepting/tools-of-graph.ts";
import type { RunEffects } from "../../effects/run-effects.ts";
import { HoldRefusedError } from "../../errors/hold-refused-error.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";

/**
 * @internal Carries out acts that were held: by the function that is declared for them, or by the graph's tool of this name. A tool gets its stored arguments, which are parsed
 * already, and the config of the call.
 */
export function performsHeld(
  { graph }: Pick<RollbackContext, "graph">,
  effects: RunEffects,
  config: RunnableConfig,
): Performs {
  return async (effect, signal) => {
    const { args, key, kind, name } = effect.intent;
    const release = effects.handlingOf(effect)?.hold?.release;
    if (release !== undefined) return withKey(key, () => release({ name, args, key, signal }));
    const tool = kind === "tool" ? toolsOfGraph(graph).find((each) => nameOfTool(each) === name) : undefined;
    if (tool === undefined)
      throw new HoldRefusedError(
        name,
        "The graph has no tool of this name. Say how it is carried out: `{ hold: { release } }`.",
      );
    const own = { configurable: config.configurable, metadata: config.metadata, signal };
    return toItsEnd(await withKey(key, () => called(tool, [args, undefined, own])));
  };
}

/** Calls the function of a tool. */
function called(tool: object, args: readonly unknown[]): unknown {
  const call: unknown = Reflect.get(tool, "_call");
  if (typeof call !== "function") throw new TypeError("The tool has no function.");
  return Reflect.apply(call, tool, args);
}

/** The result of a tool; of one that streams, what it gives in the end. */
async function toItsEnd(given: unknown): Promise<unknown> {
  if (!isGenerator(given)) return given;
  for (;;) {
    const next = await given.next();
    if (next.done === true) return next.value;
  }
}
