import type { OpenSuperstep } from "./live-superstep.ts";

/** @internal A thread as far as this process has seen it. */
export interface LiveThread {
  readonly supersteps: Map<string, OpenSuperstep>;
  /** How many supersteps each namespace has. */
  readonly namespaces: Map<string, number>;
  /** Newest checkpoint of each namespace. */
  readonly heads: Map<string, string>;
  /** When a run last stored or read something of it. */
  used: number;
  /** Bytes. */
  size: number;
}

/** @internal A thread of which nothing is known yet. */
export const newThread = (used: number): LiveThread => ({
  supersteps: new Map(),
  namespaces: new Map(),
  heads: new Map(),
  used,
  size: 0,
});

/** @internal Under which key a thread has a superstep. */
export const keyOf = (namespace: string, checkpointId: string): string => `${namespace}\n${checkpointId}`;

/** @internal */
export function addSuperstep(thread: LiveThread, key: string, superstep: OpenSuperstep): void {
  const { namespace } = superstep;
  thread.supersteps.set(key, superstep);
  thread.namespaces.set(namespace, (thread.namespaces.get(namespace) ?? 0) + 1);
}

/** @internal */
export function dropSuperstep(thread: LiveThread, key: string, { namespace }: OpenSuperstep): void {
  thread.supersteps.delete(key);
  const left = (thread.namespaces.get(namespace) ?? 0) - 1;
  if (left > 0) thread.namespaces.set(namespace, left);
  else thread.namespaces.delete(namespace);
}
