import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";

/**
 * The next attempt to look at: the one after the present one that this visit has not dealt with yet, from the front again
 * once the queue's end is reached.
 *
 * @param current where the labeller is; may have left the queue by now
 * @param done    keys of the attempts that were labelled on this visit
 * @param stride  1 looks onwards, -1 back
 * @returns `undefined` once nothing is left
 */
export function nextItem<Item extends AttemptId>(
  queue: readonly Item[],
  current: AttemptId | undefined,
  done: ReadonlySet<string>,
  stride: 1 | -1 = 1,
): Item | undefined {
  const here = current === undefined ? undefined : attemptKey(current);
  const at = queue.findIndex((item) => attemptKey(item) === here);
  const ahead =
    stride === 1 ? fromHere(queue, at) : fromHere(queue.toReversed(), at === -1 ? -1 : queue.length - 1 - at);
  return ahead.find((item) => attemptKey(item) !== here && !done.has(attemptKey(item)));
}

function fromHere<Item>(queue: readonly Item[], at: number): readonly Item[] {
  return [...queue.slice(at + 1), ...queue.slice(0, at + 1)];
}
