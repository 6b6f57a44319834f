import { createHash } from "node:crypto";
import { setTimeout as timer } from "node:timers/promises";

import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";

import type { ThreadSource } from "../source/thread-source.ts";
import { RequestRefused } from "./request-refused.ts";

/** How threads are watched. */
export interface WatchOptions {
  /** Waits this long, or until the signal; passed in so that tests need no time. Default: Node's timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds between two looks at a thread. Default 1000. */
  readonly interval?: number;
  /** At most so many watchers at once. Default 32: a browser opens one a page, and no more than six. */
  readonly most?: number;
}

/** Looks without a change after which something is sent all the same, lest anybody in between hang up. */
const LOOKS_PER_HEARTBEAT = 15;

/** Looks take no more than one part in so many of the time, however long the source takes for one. */
const REST = 20;

/**
 * Answers with server-sent events of a thread: "watching" once, then "changed" whenever it has.
 * @param thread default: the list of threads
 */
export type ThreadWatch = (context: Context, thread?: string) => Response;

/** Watches threads of a source for pages that are open, each until it hangs up. */
export function watchThreads(
  source: ThreadSource,
  options: WatchOptions,
  onError: (error: unknown) => void,
): ThreadWatch {
  const { wait = waitFor, interval = 1000, most = 32 } = options;
  let watchers = 0;
  return (context, thread) => {
    if (watchers >= most)
      throw new RequestRefused("TOO_MANY_WATCHERS", "Too many pages watch threads. Close some of them.");
    watchers += 1;
    const seen = context.req.header("last-event-id");
    return streamSSE(context, async (stream) => {
      const ended = new AbortController();
      stream.onAbort(() => ended.abort());
      let lasted = 0;
      const mark = async () => {
        const from = performance.now();
        const version = await (thread === undefined ? source.listVersion() : source.version(thread));
        lasted = performance.now() - from;
        return markOf(version);
      };
      const look = { mark, wait: () => wait(Math.max(interval, REST * lasted), ended.signal) };
      try {
        await tell(stream, look, seen);
      } catch (error) {
        // The browser comes back by itself, with the mark of what it has seen.
        if (!ended.signal.aborted) onError(error);
      } finally {
        watchers -= 1;
      }
    });
  };
}

interface Look {
  readonly mark: () => Promise<string>;
  readonly wait: () => Promise<void>;
}

/** Runs until `wait` or `mark` throws. */
async function tell(stream: SSEStreamingApi, { mark, wait }: Look, seen: string | undefined): Promise<never> {
  let last = await mark();
  // A page that comes back may have missed something.
  await send(stream, seen === undefined || seen === last ? "watching" : "changed", last);
  for (let looks = 1; ; looks += 1) {
    await wait();
    const now = await mark();
    if (now !== last) await send(stream, "changed", now);
    else if (looks % LOOKS_PER_HEARTBEAT === 0) await stream.write(":\n\n");
    last = now;
  }
}

function send(stream: SSEStreamingApi, event: string, id: string): Promise<void> {
  return stream.writeSSE({ event, id, data: "" });
}

/** A version as an event's id: one line, whatever the source makes versions of. */
function markOf(version: string): string {
  return createHash("sha256").update(version).digest("base64url");
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await timer(ms, undefined, { signal });
}
