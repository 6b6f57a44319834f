import { sentence } from "@langgraph-rollback/attribution/trajectory";
import type { Hono } from "hono";
import { z } from "zod";

import type { ActingDesk } from "../acting/acting-desk.ts";
import { isThreadChanged, type ThreadChanged } from "../acting/thread-changed.ts";
import type { ActionBodies } from "../shared/acting/requests.ts";
import { actionWords } from "../shared/words/action-words.ts";
import { shortened } from "../shared/words/shortened.ts";
import { postRoute, readQuery } from "./read-request.ts";
import type { ServerEnvironment } from "./request-guard.ts";
import { RequestRefused } from "./request-refused.ts";
import { actQuery, threadQuery } from "./thread-query.ts";

const id = z.string().max(1000);
const step = z.int().min(0);
const asked = {
  thread: id,
  expected: z.string().max(1000),
  by: z.string().max(100),
  why: z.string().max(1000).exactOptional(),
};
const note = z.string().max(20_000).exactOptional();

/** Checks what the page sends. The library checks the rest, such as names without control characters. */
const bodies: { readonly [Action in keyof ActionBodies]: z.ZodType<ActionBodies[Action]> } = {
  answer: z.strictObject({
    ...asked,
    decision: z.enum(["approve", "decline"]),
    step: step.exactOptional(),
    note,
    held: z.enum(["release", "discard"]).exactOptional(),
  }),
  retry: z.strictObject({ ...asked, step, note, mayStand: z.boolean().exactOptional() }),
  "what-if": z.strictObject({
    ...asked,
    step,
    note,
    update: z.record(z.string(), z.unknown()).exactOptional(),
  }),
  effect: z.strictObject({ ...asked, effect: id, action: z.enum(["undo", "release", "discard"]) }),
  fork: z.strictObject({ ...asked, step, to: id.min(1) }),
  stop: z.strictObject({ thread: id, by: asked.by, why: asked.why, id }),
  delete: z.strictObject({ ...asked, typed: id }),
  cancel: z.strictObject({ thread: id, by: asked.by, why: asked.why, run: id }),
};

/** Routes that act on threads. A run that is started goes on after the answer; the thread's events tell how. */
export function addActingRoutes(routes: Hono<ServerEnvironment>, desk: ActingDesk): void {
  routes.get("/act", async ({ req, json }) => {
    const { step: from, thread } = readQuery(req, actQuery);
    return json(await told(() => desk.view(thread, from)));
  });
  routes.get("/act/deletion", async ({ req, json }) => {
    const { id: thread } = readQuery(req, threadQuery);
    return json(await told(() => desk.deletion(thread)));
  });
  routes.post(
    "/act/delete",
    postRoute(bodies.delete, (body) => told(() => desk.delete(body))),
  );
  routes.post(
    "/act/answer",
    postRoute(bodies.answer, (body) => told(() => desk.answer(body)), 202),
  );
  routes.post(
    "/act/retry",
    postRoute(bodies.retry, (body) => told(() => desk.retry(body)), 202),
  );
  routes.post(
    "/act/what-if",
    postRoute(bodies["what-if"], (body) => told(() => desk.whatIf(body)), 202),
  );
  routes.post(
    "/act/effect",
    postRoute(bodies.effect, (body) => told(() => desk.effect(body))),
  );
  routes.post(
    "/act/fork",
    postRoute(bodies.fork, (body) => told(() => desk.fork(body))),
  );
  routes.post(
    "/act/stop",
    postRoute(bodies.stop, (body) => told(() => desk.stop(body))),
  );
  routes.post(
    "/act/cancel",
    postRoute(bodies.cancel, (body) => told(() => desk.cancel(body))),
  );
}

/** Codes of the library for requests that say something wrong. */
const WRONG: ReadonlySet<unknown> = new Set([
  "INVALID_OPTION",
  "INVALID_QUEUE_OPTION",
  "ANSWER_FORMAT",
  "THREAD_ID",
  "UNKNOWN_NOTE_CHANNEL",
]);
/** Codes after which nothing was done. */
const REFUSED: ReadonlySet<unknown> = new Set([
  "ACTION_REFUSED",
  "NOT_DONE",
  "THREAD_MOVED",
  "THREAD_BUSY",
  "RUN_UNKNOWN",
  "QUEUE_FULL",
]);

/** Characters of a message. */
const LONG = 4000;

/** @throws {RequestRefused} if it was not done: the page tells the person */
async function told(act: () => Promise<object>): Promise<object> {
  const result = await act().catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (isThreadChanged(result)) throw new RequestRefused("THREAD_CHANGED", changedWords(result));
  return result;
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code: unknown = Reflect.get(error, "code");
  const message = sentence(shortened(error.message, LONG).text);
  if (WRONG.has(code)) return new RequestRefused("BAD_REQUEST", message);
  return new RequestRefused(REFUSED.has(code) ? "ACTION_REFUSED" : "ACTION_FAILED", message);
}

function changedWords({ changedBy: last }: ThreadChanged): string {
  const who =
    last === undefined ? "" : ` The last action on it: ${last.by} ${actionWords(last)}, ${last.at}.`;
  return `Nothing was done: the thread has changed since you looked at it.${who} Look at it as it stands now.`;
}
