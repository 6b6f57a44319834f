import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import { sameSecret } from "./access-token.ts";
import type { ServerEnvironment } from "./request-guard.ts";
import { RequestRefused } from "./request-refused.ts";

/**
 * Lets in everybody who has the token: in the address of the page, where it is exchanged for a cookie, and from then on in the cookie. The page then takes the
 * token out of the browser's bar. A redirect would not do: where a link in another page or in a file led here, browsers hold all of it to be that page's
 * request, and leave a strict cookie out.
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
      await next();
      setCookie(context, name, token, { httpOnly: true, sameSite: "Strict", path: "/" });
      return;
    }
    if (!admits(getCookie(context, name))) throw noToken();
    await next();
  };
}

function noToken(): RequestRefused {
  return new RequestRefused(
    "TOKEN_MISSING",
    "Open the address that was printed when the inspector started: it holds the token that lets you in.",
  );
}
