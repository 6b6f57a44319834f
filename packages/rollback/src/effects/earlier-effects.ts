import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { marksByRun } from "./journal/effect-journal.ts";
import { chainOf } from "./journal/run-chain.ts";
import { KnownEffects } from "./known-effects.ts";

/**
 * @internal The effects of a thread's other runs that have keys of the user's. Of runs that continue one another, the latest that has a key tells what has become of
 * it: it has taken the others' effects over.
 *
 * @param run whose own effects, and those that it has taken over, are left out
 */
export async function earlierEffects(
  saver: BaseCheckpointSaver,
  threadId: string,
  run: string,
): Promise<KnownEffects> {
  const own = chainOf(run).first;
  const chains = new Map<string, { readonly position: number; readonly effects: KnownEffects }[]>();
  for await (const { run: other, marks } of marksByRun(saver, threadId)) {
    const { first, position } = chainOf(other);
    if (first === own) continue;
    const effects = new KnownEffects();
    for (const mark of marks) effects.fold(mark);
    chains.set(first, [...(chains.get(first) ?? []), { position, effects }]);
  }
  const earlier = [...chains.values()].flatMap((chain) => {
    const [...latestFirst] = chain.toSorted((a, b) => b.position - a.position);
    return latestFirst.flatMap(({ effects }, index) =>
      effects.all.filter(({ intent: { userKey } }) => isTold(userKey, latestFirst.slice(0, index))),
    );
  });
  const known = new KnownEffects();
  for (const effect of earlier.toSorted((a, b) => a.intent.order - b.intent.order)) known.set(effect);
  return known;
}

/** Whether a key is the user's own, and no later run uses it. */
const isTold = (
  userKey: string | undefined,
  later: readonly { readonly effects: KnownEffects }[],
): userKey is string =>
  userKey !== undefined && later.every(({ effects }) => effects.withUserKey(userKey).length === 0);
