import type { MiddlewareHandler } from "hono";

import { ACTING_PATHS } from "./acting-paths.ts";
import { RequestRefused } from "./request-refused.ts";

/** Paths that may be posted to; everything else is read. */
const POSTS: ReadonlySet<string> = new Set(["/api/labels", "/api/labels/retract", ...ACTING_PATHS]);
const POST_ONLY: ReadonlySet<string> = new Set(["/api/labels/retract", ...ACTING_PATHS]);

/** Refuses every other method by name; a HEAD of what is made for the answer would make it for nothing. */
export const guardMethod: MiddlewareHandler = async ({ req, header }, next) => {
  const { method, path } = req;
  const allowed = [
    ...(POST_ONLY.has(path) ? [] : ["GET"]),
    ...(path.startsWith("/api/") ? [] : ["HEAD"]),
    ...(POSTS.has(path) ? ["POST"] : []),
  ];
  if (!allowed.includes(method)) {
    header("Allow", allowed.join(", "));
    throw new RequestRefused("METHOD_NOT_ALLOWED", `Allowed methods here: ${allowed.join(", ")}.`);
  }
  await next();
};
