import type { MiddlewareHandler } from "hono";

import { RequestRefused } from "./request-refused.ts";

/** Paths that may be posted to; everything else is read. */
const POSTS: ReadonlySet<string> = new Set(["/api/labels", "/api/labels/retract"]);
const POST_ONLY = "/api/labels/retract";

/** Refuses every other method by name; a HEAD of what is made for the answer would make it for nothing. */
export const guardMethod: MiddlewareHandler = async ({ req, header }, next) => {
  const { method, path } = req;
  const allowed = [
    ...(path === POST_ONLY ? [] : ["GET"]),
    ...(path.startsWith("/api/") ? [] : ["HEAD"]),
    ...(POSTS.has(path) ? ["POST"] : []),
  ];
  if (!allowed.includes(method)) {
    header("Allow", allowed.join(", "));
    throw new RequestRefused("METHOD_NOT_ALLOWED", `Allowed methods here: ${allowed.join(", ")}.`);
  }
  await next();
};
