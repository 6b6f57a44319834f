import { isGraphBubbleUp, isParentCommand } from "@langchain/langgraph";

import type { ActEnd, ActStart } from "../act.ts";
import { actLogAround, insideAct } from "./act-context.ts";

/**
 * @internal Does something as an act of the attempt around: its intent is stored first, its end afterwards. What it gives or throws is passed on. Where a
 * stored result stands for it, that is given and it is not done.
 *
 * @param act is given the act's key; `undefined` where nobody notes it down
 */
export async function noted<T>(
  start: ActStart,
  act: (key: string | undefined) => T | Promise<T>,
): Promise<unknown> {
  const begun = await actLogAround()?.begin(start);
  if (begun === undefined) return insideAct(undefined, () => act(undefined));
  if (begun.reused !== undefined) return begun.reused.result;
  try {
    const result = await insideAct(begun.key, () => act(begun.key));
    if (isGenerator(result)) return notedToItsEnd(result, (end) => begun.ended(end));
    await begun.ended({ outcome: "done", result });
    return result;
  } catch (error) {
    await begun.ended(endOf(error));
    throw error;
  }
}

/** @internal What a thrown value says of the act that threw it. */
export function endOf(error: unknown): ActEnd {
  // A Command to the graph around is thrown, and is a result.
  if (isParentCommand(error)) return { outcome: "done", result: undefined };
  return isGraphBubbleUp(error) ? { outcome: "paused" } : { outcome: "failed", error };
}

const isGenerator = (value: unknown): value is AsyncGenerator<unknown, unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value && "next" in value;

/** A tool that streams its result has taken place when it ends. */
async function* notedToItsEnd(
  chunks: AsyncGenerator<unknown, unknown>,
  ended: (end: ActEnd) => Promise<void>,
): AsyncGenerator<unknown, unknown> {
  try {
    const result = yield* chunks;
    await ended({ outcome: "done", result });
    return result;
  } catch (error) {
    await ended(endOf(error));
    throw error;
  }
}
