export { TurnNotJudgedError } from "./turn-not-judged-error.ts";
export { VerdictMissingError } from "./verdict-missing-error.ts";
export type { RollbackMiddlewareConfig } from "./middleware-context.ts";
export type { MiddlewareEvent, MiddlewareRecord } from "./middleware-record.ts";
export { readCalls, readMiddlewareRecords } from "./read-calls.ts";
export { rollbackMiddleware } from "./rollback-middleware.ts";
export { verifiedByMiddleware } from "./verified-by-middleware.ts";
