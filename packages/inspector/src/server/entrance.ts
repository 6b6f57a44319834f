import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import { sameSecret } from "./access-token.ts";
import type { ServerEnvironment } from "./request-guard.ts";
import { RequestRefused } from "./request-refused.ts";

/**
 * Lets in whoever has the token: in the address of the page, where it is exchanged for a cookie so that it does not
 * stay in the browser's bar, and from then on in the cookie.
 *
 * @param port part of the cookie's name, since browsers give all ports of a host the same cookies
 */
export function entrance(token: string, port: number): MiddlewareHandler<ServerEnvironment> {
  const name = `langgraph-rollback-${port}`;
  const admits = (given: string | undefined) => given !== undefined && sameSecret(given, token);
  return async (context, next) => {
    const offered = context.req.path === "/" ? context.req.query("token") : undefined;
    if (offered !== undefined) {
      if (!admits(offered)) throw noToken();
      return admitted(context, name, token);
    }
    if (!admits(getCookie(context, name))) throw noToken();
    await next();
  };
}

function admitted(context: Context, name: string, token: string): Response {
  setCookie(context, name, token, { httpOnly: true, sameSite: "Strict", path: "/" });
  return context.redirect("/", 303);
}

function noToken(): RequestRefused {
  return new RequestRefused(
    "TOKEN_MISSING",
    "Open the address that was printed when the inspector started: it holds the token that lets you in.",
  );
}
