import { DELTA_COUNTERS } from "../langgraph/private-strings.ts";

/** @internal Rows, and the bytes that they take. */
export interface RowCount {
  readonly rows: number;
  readonly bytes: number;
}

/** @internal A checkpoint as its table holds it, without its values. */
export interface StoredCheckpoint {
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Of its row. */
  readonly bytes: number;
  /** Of the tasks that ran from it. */
  readonly writes: RowCount;
  /** Whether one of these tasks asks a human. */
  readonly asks: boolean;
  /** Channels that have been written by then. Empty where no DeltaChannel is known of the thread. */
  readonly versioned: ReadonlySet<string>;
  /** Channels whose values are stored with it. Empty where no DeltaChannel is known of the thread. */
  readonly valued: ReadonlySet<string>;
}

/** @internal A value that a database keeps beside its checkpoints, for all of a namespace that have this version of a channel. */
export interface StoredBlob {
  readonly bytes: number;
  /** Checkpoints that have it, as keys. */
  readonly usedBy: readonly string[];
}

/** @internal All rows of a thread. */
export interface StoredThread {
  readonly threadId: string;
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly blobs: readonly StoredBlob[];
  /** Writes from checkpoints that are not there, by the key of that checkpoint. */
  readonly strays: ReadonlyMap<string, RowCount>;
  /** Another one means that somebody has written to the thread. */
  readonly version: string;
}

/** @internal A checkpoint's place in its thread. */
export const keyOf = ({ namespace, id }: { readonly namespace: string; readonly id: string }): string =>
  `${namespace}\n${id}`;

/** @internal The place that a key stands for. */
export function placeOfKey(key: string): { readonly namespace: string; readonly id: string } {
  const end = key.lastIndexOf("\n");
  return { namespace: key.slice(0, end), id: key.slice(end + 1) };
}

/** @internal Beginning of the namespaces that hold what this project stores beside checkpoints. */
export const OWN = "langgraph-rollback";

/** @internal Whether a namespace holds records, and no checkpoints of a graph. */
export const isOwnNamespace = (namespace: string): boolean =>
  namespace === OWN || namespace.startsWith(`${OWN}-`);

/** @internal Whether a checkpoint is the input of a turn, or of a subgraph's run. */
export const isInput = ({ metadata }: StoredCheckpoint): boolean => metadata["source"] === "input";

/** @internal Names of the DeltaChannels that a checkpoint's metadata tells of. */
export function deltaChannelsIn(metadata: Readonly<Record<string, unknown>>): readonly string[] {
  const counters = metadata[DELTA_COUNTERS];
  return typeof counters === "object" && counters !== null ? Object.keys(counters) : [];
}
