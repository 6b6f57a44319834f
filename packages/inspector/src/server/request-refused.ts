import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Why the server refused a request; docs/inspector.md lists the codes. */
export type RefusalCode =
  | "BAD_REQUEST"
  | "TOKEN_MISSING"
  | "HOST_REFUSED"
  | "ORIGIN_REFUSED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "ATTEMPT_CHANGED"
  | "BODY_TOO_LARGE"
  | "NOT_JSON"
  | "READ_ONLY"
  | "THREAD_CHANGED"
  | "ACTION_REFUSED"
  | "ACTION_FAILED"
  | "TOO_MANY_WATCHERS"
  | "SOURCE_FAILED";

const STATUS: Readonly<Record<RefusalCode, ContentfulStatusCode>> = {
  BAD_REQUEST: 400,
  TOKEN_MISSING: 401,
  HOST_REFUSED: 403,
  ORIGIN_REFUSED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ATTEMPT_CHANGED: 409,
  BODY_TOO_LARGE: 413,
  NOT_JSON: 415,
  READ_ONLY: 403,
  THREAD_CHANGED: 409,
  ACTION_REFUSED: 409,
  ACTION_FAILED: 500,
  TOO_MANY_WATCHERS: 503,
  SOURCE_FAILED: 500,
};

/** Ends the handling of a request; becomes the answer, and never leaves the server otherwise. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly code: RefusalCode;
  readonly status: ContentfulStatusCode;

  /** @param message for people; says what to do. Of an action it may quote the trace; else it repeats nothing of the request */
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
  }
}
