import { isGraphBubbleUp, isParentCommand } from "@langchain/langgraph";

import type { ActEnd, ActStart } from "../act.ts";
import { actLogAround, insideAct, keyAround } from "./act-context.ts";
import { isAbort } from "../../langgraph/is-abort.ts";

/**
 * @internal Does something as an act of the attempt around: its intent is stored first, its end afterwards. What it gives or throws is passed on. Where a
 * stored result stands for it, that is given and it is not done.
 *
 * @param act is given the act's key; `undefined` where nobody notes it down
 * @param endBy says how it ended, by what it threw
 */
export async function noted<T>(
  start: ActStart,
  act: (key: string | undefined) => T | Promise<T>,
  endBy: (error: unknown) => ActEnd,
): Promise<unknown> {
  const log = actLogAround();
  const begun = await log?.begin(start);
  // What was held is carried out under the key that it has got.
  const key = log === undefined ? keyAround() : undefined;
  if (begun === undefined) return insideAct(key, () => act(key));
  if (begun.reused !== undefined) return begun.reused.result;
  try {
    const result = await insideAct(begun.key, () => act(begun.key));
    if (isGenerator(result)) return notedToItsEnd(result, endBy, (end) => begun.ended(end));
    await begun.ended({ outcome: "done", result });
    return result;
  } catch (error) {
    await begun.ended(endBy(error));
    throw error;
  }
}

/** @internal End of an act, by the value that it threw. @param signal of the act's call, as far as it is known */
export function endOf(error: unknown, signal: AbortSignal | undefined): ActEnd {
  // A Command to the graph around is thrown, and is a result.
  if (isParentCommand(error)) return { outcome: "done", result: undefined };
  if (isGraphBubbleUp(error)) return { outcome: "paused" };
  return isAbort(error, signal) ? { outcome: "unknown" } : { outcome: "failed", error };
}

/** @internal */
export const isGenerator = (value: unknown): value is AsyncGenerator<unknown, unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value && "next" in value;

/** A tool that streams its result has taken place when it ends. If its reader leaves before, nobody knows. */
async function* notedToItsEnd(
  chunks: AsyncGenerator<unknown, unknown>,
  endBy: (error: unknown) => ActEnd,
  ended: (end: ActEnd) => Promise<void>,
): AsyncGenerator<unknown, unknown> {
  let end: ActEnd = { outcome: "unknown" };
  try {
    const result = yield* chunks;
    end = { outcome: "done", result };
    return result;
  } catch (error) {
    end = endBy(error);
    throw error;
  } finally {
    await ended(end);
  }
}
