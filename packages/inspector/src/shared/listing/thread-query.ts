import type { ThreadSummary } from "../view/thread-summary.ts";
import type { Filter } from "./thread-list.ts";

/** Which threads to list, in which order, and which part of them. */
export interface ThreadQuery {
  readonly filter?: Filter | undefined;
  /** Words that a thread holds, all of them, in upper or lower case. */
  readonly search?: string | undefined;
  /** Part of the name of an agent that acted in it, in upper or lower case. */
  readonly agent?: string | undefined;
  /** Decided at this moment or later, and before that one; ISO 8601, UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** As `parseSort` reads it. */
  readonly sort?: string | undefined;
  /** How many threads to pass over, and how many to give at the most. */
  readonly from: number;
  readonly count: number;
}

/** Place where a search found something, beside id, task and status. Untrusted text. */
export interface ThreadHit {
  /** Name of the place, such as "step 7" or "note". */
  readonly what: string;
  /** The text around it, shortened. */
  readonly text: string;
  readonly run: string;
  readonly attempt?: number | undefined;
  /** 0-based. */
  readonly step?: number | undefined;
}

export interface FoundThread extends ThreadSummary {
  readonly hit?: ThreadHit | undefined;
  /** Number of its replays and what-ifs that are shown; absent if there are none. */
  readonly replays?: number | undefined;
}

/** Part of the threads that a query asks for. */
export interface ListedThreads {
  readonly threads: readonly FoundThread[];
  /** How many threads match, of those that were looked at. */
  readonly matching: number;
  /** How many threads were looked at, and whether there are more. */
  readonly known: number;
  readonly more: boolean;
  /** How many of them the search has yet to read. */
  readonly unread: number;
  /** Of the threads that were looked at, how many each filter lets through. */
  readonly counts: Readonly<Record<Filter, number>>;
  /** Agents that are known by now, for suggestions. */
  readonly agents: readonly string[];
}

/** Whether the query asks for more than the first threads as they stand: then all threads have to be looked at. */
export function asksForAll({ agent, filter = "all", search, since, sort, until }: ThreadQuery): boolean {
  const words = [agent, search, since, sort, until];
  return filter !== "all" || words.some((word) => word !== undefined && word.trim() !== "");
}
