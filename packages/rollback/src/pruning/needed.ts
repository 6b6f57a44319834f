import { checkpointTime } from "../langgraph/checkpoint-time.ts";
import { isShared } from "../langgraph/task-identity.ts";
import { stampedAttempt } from "../steps/attempt-stamp.ts";
import type { Lineages } from "./lineages.ts";
import { isInput, keyOf, type StoredCheckpoint } from "./stored-thread.ts";

/** @internal Limits of what may go of a thread. */
export interface PruneLimits {
  /** Checkpoints that were made before may go, in milliseconds since the epoch. */
  readonly old: number;
  /** The same for checkpoints of failed branches. */
  readonly failed: number;
  /** Whether a checkpoint off the thread's branch is one of a failed attempt. */
  readonly isFailed: (run: string, attempt: number) => boolean;
  /** Ids of checkpoints of the outermost graph that stay whatever their age. */
  readonly named: ReadonlySet<string>;
}

/**
 * @internal The checkpoints of a thread that stay. Its last turn stays whole, and so does every other turn of which one checkpoint is
 * new enough: a run there can be resumed, read and rolled back as before. With them stay what they are put together from, and what subgraphs did or remember there.
 *
 * @returns keys
 */
export function neededIn(lineages: Lineages, limits: PruneLimits): ReadonlySet<string> {
  const needed = new Needed(lineages);
  neededOutermost(lineages, needed, limits);
  for (const namespace of lineages.inner)
    if (isShared(namespace)) neededRemembered(lineages, needed, { namespace, old: limits.old });
    else
      for (const row of lineages.in(namespace)) {
        if (isReached(lineages, needed, row)) needed.add(row);
      }
  needed.addDeltaChains();
  return needed.keys;
}

function neededOutermost(
  lineages: Lineages,
  needed: Needed,
  { failed, isFailed, named, old }: PruneLimits,
): void {
  const rows = lineages.in("");
  const head = rows.at(-1);
  if (head === undefined) return;
  const branch = new Set(lineages.ancestry(head));
  for (const row of rows) {
    const stamp = stampedAttempt(row.metadata);
    const isOfFailed = !branch.has(row) && stamp !== undefined && isFailed(stamp.run, stamp.attempt);
    if (row === head || named.has(row.id) || !isBefore(row, isOfFailed ? failed : old)) needed.addTurn(row);
  }
}

/** Whether a checkpoint inside of a task is reached from checkpoints that stay. One that does not say where it ran may be. */
function isReached(lineages: Lineages, needed: Needed, row: StoredCheckpoint): boolean {
  return Object.entries(outsideOf(row)).every(
    ([namespace, id]) => lineages.in(namespace).length === 0 || needed.has({ namespace, id }),
  );
}

/** The checkpoints around a subgraph's, by namespace. */
function outsideOf({ metadata }: StoredCheckpoint): Readonly<Record<string, string>> {
  const { parents } = metadata;
  if (typeof parents !== "object" || parents === null) return {};
  return Object.fromEntries(Object.entries(parents).map(([namespace, id]) => [namespace, String(id)]));
}

/**
 * A subgraph that remembers: its newest checkpoint is what it knows in the next run. A run that goes back to an earlier checkpoint of the outermost graph finds
 * the newest one before that. What a run knew when it began is the parent of its input.
 */
function neededRemembered(
  lineages: Lineages,
  needed: Needed,
  { namespace, old }: { readonly namespace: string; readonly old: number },
): void {
  const rows = lineages.in(namespace);
  const remembered = new Set([rows.at(-1)]);
  for (const outer of lineages.in(""))
    if (needed.has(outer)) remembered.add(rows.findLast(({ id }) => id < outer.id));
  for (const row of rows) {
    const isCopy = Object.keys(outsideOf(row)).length === 0;
    if (isCopy ? !isBefore(row, old) : isReached(lineages, needed, row)) needed.addRun(row);
    else if (remembered.has(row)) needed.add(row);
  }
}

/** Whether a checkpoint was made before a time. One whose id does not tell when stays. */
function isBefore({ id }: StoredCheckpoint, limit: number): boolean {
  const at = checkpointTime(id);
  return at !== undefined && at < limit;
}

/** The checkpoints that stay. */
class Needed {
  readonly #lineages: Lineages;
  readonly #keys = new Set<string>();

  constructor(lineages: Lineages) {
    this.#lineages = lineages;
  }

  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  has(place: { readonly namespace: string; readonly id: string }): boolean {
    return this.#keys.has(keyOf(place));
  }

  add(row: StoredCheckpoint): void {
    this.#keys.add(keyOf(row));
  }

  /** Adds a checkpoint of the outermost graph, and those before it in its turn. */
  addTurn(row: StoredCheckpoint): void {
    for (const each of this.#lineages.turnOf(row)) {
      // Those before it are there, too.
      if (this.has(each)) return;
      this.add(each);
    }
  }

  /** Adds a checkpoint of a subgraph that remembers, those before it in its run, and what the run knew when it began. */
  addRun(row: StoredCheckpoint): void {
    let isBegin = false;
    for (const each of this.#lineages.ancestry(row)) {
      this.add(each);
      if (isBegin) return;
      isBegin = isInput(each);
    }
  }

  /** Values of DeltaChannels are put together from the writes of ancestors, as far back as one has a whole value. */
  addDeltaChains(): void {
    for (const [namespace, channels] of this.#lineages.deltaChannels)
      for (const row of this.#lineages.in(namespace))
        if (this.has(row)) for (const channel of channels) this.#addChain(row, channel);
  }

  #addChain(row: StoredCheckpoint, channel: string): void {
    for (const each of this.#lineages.ancestry(row)) {
      this.add(each);
      if (each.valued.has(channel) || !each.versioned.has(channel)) return;
    }
  }
}
