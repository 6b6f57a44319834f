import { type ThreadSource, type ThreadView } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { checkEffects, type LeftEffect, leftEffects } from "./check-effects.ts";
import { checkVerifiers } from "./check-verifiers.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Latest threads that are read, with all their steps. */
const LOOKED_AT = 200;

/** Parts of one thread that are named. */
const NAMED = 3;

/**
 * Whether threads can be read, their histories and the steps of their attempts, what their failed attempts left outside, and whether their
 * sets are for the verifier that rejected them.
 *
 * @returns a warning for each thread that cannot be read completely, and the warnings of their effects; empty without threads
 */
export async function checkThreads(source: ThreadSource): Promise<readonly Diagnosis[]> {
  const { threads } = await source.list(LOOKED_AT);
  const warnings: Diagnosis[] = [];
  const left: LeftEffect[] = [];
  const views: ThreadView[] = [];
  for (const { id } of threads) {
    const view = await source.thread(id);
    if (view === undefined) continue;
    views.push(view);
    for (const each of leftEffects(view)) left.push(each);
    if (view.unreadable !== undefined) warnings.push(unreadable(view));
  }
  const others = [...checkEffects(left), ...checkVerifiers(views)];
  if (threads.length === 0 || warnings.length > 0) return [...warnings, ...others];
  const which = threads.length === 1 ? "The thread" : `The latest ${threads.length} threads`;
  return [{ check: "history", level: "ok", message: `${which} can be read, with all attempts.` }, ...others];
}

function unreadable({ id, unreadable: parts = [] }: ThreadView): Diagnosis {
  const named = parts
    .slice(0, NAMED)
    .map(
      ({ checkpoint, message }) =>
        `${checkpoint === undefined ? "" : `checkpoint ${checkpoint}: `}${message}`,
    );
  const others = parts.length - named.length;
  return {
    check: "history",
    level: "warning",
    code: "THREAD_UNREADABLE",
    message: printable(
      `Thread "${id}": ${named.join(" ")}${others > 0 ? ` ${others} more parts of it cannot be read.` : ""}`,
    ),
    remedy:
      "Update the packages if a newer version wrote it. Otherwise it is damaged: the rest of the thread is shown and exported, and other threads are not affected.",
  };
}
