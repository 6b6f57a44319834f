import type { Checkpoint } from "@langchain/langgraph-checkpoint";

import { lostType } from "../../reading/lost-types.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { warn } from "../../errors/warn.ts";

/** Channels with a warning, for each graph with rollback: all copies of a graph share its options. */
const warned = new WeakMap<RollbackContext["options"], Set<string>>();

/**
 * @internal Warns, once for a channel, if a rollback gives the next attempt a state in which a value has lost the type that the
 * failed attempt saw: LangGraph's serialiser makes a Date a string. Looks at the graph's output alone, and alters nothing.
 *
 * @param output of the attempt that failed, as its nodes saw it
 * @param kept   the checkpoint that the next attempt starts from
 */
export function warnOfLostTypes(
  { graph, options }: RollbackContext,
  output: unknown,
  { channel_values: values, channel_versions: versions }: Checkpoint,
): void {
  const known = warned.get(options) ?? new Set();
  warned.set(options, known);
  const { outputChannels } = graph;
  const isOne = typeof outputChannels === "string";
  for (const name of isOne ? [outputChannels] : outputChannels) {
    // A channel without a version has not been written yet.
    if (known.has(name) || versions[name] === undefined) continue;
    try {
      const live: unknown = isOne ? output : Reflect.get(Object(output), name);
      const lost = lostType(name, live, values[name]);
      if (lost === undefined) continue;
      known.add(name);
      warn(
        `The state's \`${lost.path}\` was of type ${lost.live}, and the checkpointer gives it back as ${lost.stored}. ` +
          "A run that is rolled back or resumed continues with that. " +
          "Keep values in the state that JSON can hold, or convert this one where it is read.",
        "StateTypeWarning",
        "STATE_TYPE_LOST",
      );
    } catch {
      // A value whose own code throws is the graph's business.
    }
  }
}
