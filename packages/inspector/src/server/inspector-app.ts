import { type Context, Hono } from "hono";

import type { ServerError } from "../shared/view/inspector-info.ts";
import { api } from "./api.ts";
import { entrance, type Tokens } from "./entrance.ts";
import type { Inspected } from "./inspected.ts";
import { guardMethod } from "./guard-method.ts";
import type { PageFiles } from "../built-page/page-files.ts";
import { guardHost, guardOrigin, type ServerEnvironment } from "./request-guard.ts";
import { RequestRefused } from "./request-refused.ts";
import { securityHeaders } from "./security-headers.ts";
import type { ThreadWatch } from "./thread-events.ts";

/** Conditions for requests that the server lets in. */
export interface Admission extends Tokens {
  readonly port: number;
  /** Origins at which it may be reached. */
  readonly origins: ReadonlySet<string>;
}

interface Surroundings {
  readonly watch: ThreadWatch;
  readonly admission: Admission;
  readonly onError: (error: unknown) => void;
}

/** The inspector's whole server, as a function of requests. */
export function inspectorApp(
  inspected: Inspected,
  page: PageFiles,
  { watch, admission, onError }: Surroundings,
): Hono<ServerEnvironment> {
  const { port, origins } = admission;
  const app = new Hono<ServerEnvironment>();
  app.use(securityHeaders, guardHost(origins), guardMethod, entrance(admission, port));
  app.get("/", (context) => context.html(page.html));
  app.get("/page.js", ({ body }) => body(page.script, 200, typed("text/javascript")));
  app.get("/page.css", ({ body }) => body(page.style, 200, typed("text/css")));
  app.use("/api/*", guardOrigin(origins));
  app.route("/api", api(inspected, watch));
  app.notFound((context) =>
    refuse(new RequestRefused("NOT_FOUND", "There is nothing at this address."), context),
  );
  app.onError((error, context) => {
    if (error instanceof RequestRefused) return refuse(error, context);
    onError(error);
    return refuse(new RequestRefused("SOURCE_FAILED", "This could not be read."), context);
  });
  return app;
}

function typed(type: string): { readonly "Content-Type": string } {
  return { "Content-Type": `${type}; charset=utf-8` };
}

/** An answer without stack or cause: those may quote what was read. A browser that opens an address shows the message alone. */
function refuse({ code, message, status }: RequestRefused, context: Context<ServerEnvironment>): Response {
  const isOpened =
    !context.req.path.startsWith("/api/") && context.req.header("accept")?.includes("text/html");
  if (isOpened === true) return context.text(message, status);
  const body: ServerError = { error: { code, message } };
  return context.json(body, status);
}
