import { sentence } from "@langgraph-rollback/attribution/trajectory";
import type { Context, Handler, HonoRequest } from "hono";
import type { z } from "zod";

import { readText } from "./read-text.ts";
import type { ServerEnvironment } from "./request-guard.ts";
import { RequestRefused } from "./request-refused.ts";

/**
 * A request's body as what the schema says.
 * @throws {RequestRefused} if it is not JSON, or not that, and as `readText`
 */
async function readBody<Value>(
  { env, req }: Context<ServerEnvironment>,
  schema: z.ZodType<Value>,
): Promise<Value> {
  // A form can be sent from any page without asking the server first; JSON cannot.
  if (!/^application\/json\s*(;|$)/i.test(req.header("content-type") ?? ""))
    throw new RequestRefused("NOT_JSON", "Send JSON, with the content type application/json.");
  return checked(parsed(await readText(env.incoming)), schema);
}

/**
 * A route that changes something. It gets a request's body only as {@link readBody} lets it in.
 * @param status of the answer; 202 where the change goes on after it. Default 200
 */
export function postRoute<Value>(
  schema: z.ZodType<Value>,
  change: (body: Value) => Promise<object>,
  status: 200 | 202 = 200,
): Handler<ServerEnvironment> {
  return async (context) => context.json(await change(await readBody(context, schema)), status);
}

/** @throws {RequestRefused} if the query of the address is not what the schema says */
export function readQuery<Value>(request: HonoRequest, schema: z.ZodType<Value>): Value {
  return checked(request.query(), schema);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestRefused("BAD_REQUEST", "The body is no JSON.");
  }
}

function checked<Value>(given: unknown, schema: z.ZodType<Value>): Value {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join(".") ?? "";
  throw new RequestRefused(
    "BAD_REQUEST",
    `Expected another ${where === "" ? "request" : `\`${where}\``}: ${sentence(issue?.message ?? "it does not fit")}`,
  );
}
