import { inspect } from "node:util";

import type {
  BaseCheckpointSaver,
  CheckpointTuple,
  SerializerProtocol,
} from "@langchain/langgraph-checkpoint";

import { describeError } from "../errors/describe-error.ts";
import { innerSaver } from "./recording-saver.ts";
import { checkpointTime } from "../langgraph/checkpoint-time.ts";
import { checkpointIdOf, placeOf } from "../langgraph/thread.ts";

/** Stand-in for something that a checkpointer's serialiser cannot read: a checkpoint without values, or one value. */
class Unreadable {
  readonly v = 4;
  readonly id = "";
  readonly ts: string = "";
  readonly channel_values = {};
  readonly channel_versions = {};
  readonly versions_seen = {};
  /** Why, as the serialiser says. */
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}

/**
 * @internal Checkpoints as `list` gives them. One that cannot be read does not hide those after it: it comes with an
 * {@link Unreadable} in place of what cannot be read, and with its id and time.
 */
export async function* listTolerantly(
  saver: BaseCheckpointSaver,
  ...args: Parameters<BaseCheckpointSaver["list"]>
): AsyncGenerator<CheckpointTuple, void> {
  const given = new Set<string>();
  try {
    for await (const tuple of saver.list(...args)) {
      given.add(placeOf(tuple.config));
      yield readable(tuple);
    }
  } catch (error) {
    try {
      for await (const tuple of tolerant(saver).list(...args)) {
        if (!given.has(placeOf(tuple.config))) yield readable(tuple);
      }
    } catch {
      // It is the checkpointer itself that fails.
      throw error;
    }
  }
}

/** @internal A checkpoint as `getTuple` gives it; with an {@link Unreadable} in place of what cannot be read. */
export async function getTupleTolerantly(
  saver: BaseCheckpointSaver,
  ...args: Parameters<BaseCheckpointSaver["getTuple"]>
): Promise<CheckpointTuple | undefined> {
  try {
    const tuple = await saver.getTuple(...args);
    return tuple === undefined ? undefined : readable(tuple);
  } catch (error) {
    try {
      const tuple = await tolerant(saver).getTuple(...args);
      return tuple === undefined ? undefined : readable(tuple);
    } catch {
      throw error;
    }
  }
}

/** The same checkpointer with a serialiser that never throws. A checkpointer that does not use the one in its field stays as it is. */
function tolerant(saver: BaseCheckpointSaver): BaseCheckpointSaver {
  const inner = innerSaver(saver);
  const { serde } = inner;
  const tolerantSerde: SerializerProtocol = {
    dumpsTyped: (value) => serde.dumpsTyped(value),
    loadsTyped: async (type, data) => {
      try {
        const value: unknown = await serde.loadsTyped(type, data);
        return value;
      } catch (error) {
        return new Unreadable(describeError(error).message);
      }
    },
  };
  return Object.create(inner, { serde: { value: tolerantSerde } });
}

/** A checkpoint with its id and time, also where there is nothing else of it. */
function readable(tuple: CheckpointTuple): CheckpointTuple {
  const { checkpoint, config } = tuple;
  if (isCheckpoint(checkpoint)) return tuple;
  const id = checkpointIdOf(config) ?? "";
  const unreadable = isUnreadable(checkpoint)
    ? checkpoint
    : new Unreadable(`it holds ${inspect(checkpoint)}`);
  return { ...tuple, checkpoint: Object.assign(unreadable, { id, ts: timeOf(id) }) };
}

/** For a state that cannot be serialised, a checkpointer may hold a text that tells this. */
const isCheckpoint = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "channel_values" in value && !isUnreadable(value);

/** @internal */
export const isUnreadable = (value: unknown): value is Unreadable => value instanceof Unreadable;

/** When a checkpoint was made, ISO 8601; "" where its id does not tell. */
function timeOf(id: string): string {
  const at = checkpointTime(id);
  return at === undefined ? "" : new Date(at).toISOString();
}
