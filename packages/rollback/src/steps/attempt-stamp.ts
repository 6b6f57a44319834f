import type { RunnableConfig } from "@langchain/core/runnables";

/** The key under which a run's attempt travels in `configurable`. LangGraph's server would store one without the `__`. */
const KEY = "__langgraph_rollback";

/** Which attempt of which run is being executed; travels with the run's config and is stored with each checkpoint. */
export interface AttemptStamp {
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
  /** The replanning note of this attempt; absent in the first. */
  readonly note?: string;
  /** Whether the run is only observed: nothing is undone. */
  readonly isObserved?: true;
  /** Which nodes of the graph are graphs themselves, for those who read the thread without it. */
  readonly subgraphs?: readonly string[];
}

/** @internal */
export function withAttemptStamp(
  configurable: Readonly<Record<string, unknown>>,
  stamp: AttemptStamp,
): Readonly<Record<string, unknown>> {
  return { ...configurable, [KEY]: stamp };
}

/** @internal Metadata of a turn's input: which nodes of its graph are graphs themselves, as far as the run says. */
export function shapeStampOf(stamp: AttemptStamp | undefined): { rollback_subgraphs?: readonly string[] } {
  const subgraphs = stamp?.subgraphs;
  return subgraphs === undefined ? {} : { rollback_subgraphs: subgraphs };
}

/** @internal Metadata that ties a checkpoint to the attempt that wrote it. */
export function attemptStampOf(stamp: StampedAttempt | undefined): {
  rollback_run?: string;
  rollback_attempt?: number;
} {
  return stamp === undefined ? {} : { rollback_run: stamp.run, rollback_attempt: stamp.attempt };
}

/** @internal Metadata that names the snapshot of a run's files at a checkpoint: "" where none could be stored. */
export function filesStampOf(snapshot: string | undefined): { rollback_files?: string } {
  return snapshot === undefined ? {} : { rollback_files: snapshot };
}

/** @internal The snapshot's id; "" where none could be stored, `undefined` where none was to be. */
export function stampedFiles(metadata: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const files = metadata?.["rollback_files"];
  return typeof files === "string" ? files : undefined;
}

/** Metadata keys of {@link RecordingSaver}, and the key above. */
const STAMPS = [
  KEY,
  "rollback_run",
  "rollback_attempt",
  "rollback_steps",
  "rollback_subgraphs",
  "rollback_files",
];

/** @internal A `configurable`, or a checkpoint's metadata, without what was put there for the recorder. */
export function withoutStamps(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !STAMPS.includes(key)));
}

/**
 * The replanning note of the attempt that a node is running in, for graphs without a `messages` channel.
 *
 * @param config the second argument of the node
 * @returns `undefined` in the first attempt, and outside `withRollback`
 */
export function getReplanNote(config: RunnableConfig): string | undefined {
  return stampIn(config)?.note;
}

/** @internal Which attempt of which run. */
export type StampedAttempt = Pick<AttemptStamp, "run" | "attempt">;

/** @internal The attempt that wrote a checkpoint, from its metadata. */
export function stampedAttempt(
  metadata: Readonly<Record<string, unknown>> | undefined,
): StampedAttempt | undefined {
  const run = metadata?.["rollback_run"];
  const attempt = metadata?.["rollback_attempt"];
  return typeof run === "string" && typeof attempt === "number" ? { run, attempt } : undefined;
}

/** @internal The attempt that a call of the checkpointer belongs to. */
export function stampIn(config: RunnableConfig): AttemptStamp | undefined {
  const value: unknown = config.configurable?.[KEY];
  return isStamp(value) ? value : undefined;
}

function isStamp(value: unknown): value is AttemptStamp {
  return typeof value === "object" && value !== null && "run" in value && "attempt" in value;
}

/** @internal Facts in a checkpointer's config, read once: the thread, the checkpoint in it, and the attempt that asks. */
export interface SaverCall {
  readonly threadId: string;
  /** Of the graph; "" is the outermost. */
  readonly namespace: string;
  /** `undefined` if the config names none: the newest is meant, or a thread's first checkpoint is stored. */
  readonly checkpointId: string | undefined;
  /** Absent outside of `withRollback`. */
  readonly attempt: AttemptStamp | undefined;
}

/** @internal */
export function saverCall(config: RunnableConfig): SaverCall {
  const configurable: Readonly<Record<string, unknown>> = config.configurable ?? {};
  const { checkpoint_id: id, checkpoint_ns: namespace } = configurable;
  return {
    threadId: String(configurable["thread_id"]),
    namespace: typeof namespace === "string" ? namespace : "",
    checkpointId: typeof id === "string" && id !== "" ? id : undefined,
    attempt: stampIn(config),
  };
}
