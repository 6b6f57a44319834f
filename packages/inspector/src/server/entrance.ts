import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import { sameSecret } from "./access-token.ts";
import type { ServerEnvironment } from "./request-guard.ts";
import { RequestRefused } from "./request-refused.ts";

/** Secrets that let people in. */
export interface Tokens {
  readonly token: string;
  /** Lets people read, and nothing else. */
  readonly readOnlyToken?: string | undefined;
}

/**
 * Lets in everybody who has the token: in the address of the page, where it is exchanged for a cookie, and from then on in the cookie. The page then takes the
 * token out of the browser's bar. A redirect would not do: where a link in another page or in a file led here, browsers hold all of it to be that page's
 * request, and leave a strict cookie out.
 *
 * @param port part of the cookie's name, since browsers give all ports of a host the same cookies
 */
export function entrance(
  { token, readOnlyToken }: Tokens,
  port: number,
): MiddlewareHandler<ServerEnvironment> {
  const name = `langgraph-rollback-${port}`;
  const isReadOnly = (given: string) => readOnlyToken !== undefined && sameSecret(given, readOnlyToken);
  const admits = (given: string | undefined): given is string =>
    given !== undefined && (sameSecret(given, token) || isReadOnly(given));
  return async (context, next) => {
    const offered = context.req.path === "/" ? context.req.query("token") : undefined;
    if (offered !== undefined) {
      if (!admits(offered)) throw noToken();
      await next();
      setCookie(context, name, offered, { httpOnly: true, sameSite: "Strict", path: "/" });
      return;
    }
    const held = getCookie(context, name);
    if (!admits(held)) throw noToken();
    if (isReadOnly(held)) {
      if (context.req.method === "POST" || context.req.path.startsWith("/api/act")) throw onlyReads();
      context.set("isReadOnly", true);
    }
    await next();
  };
}

function onlyReads(): RequestRefused {
  return new RequestRefused(
    "READ_ONLY",
    "This address only lets you read. Ask the person who started the inspector to do it.",
  );
}

function noToken(): RequestRefused {
  return new RequestRefused(
    "TOKEN_MISSING",
    "Open the address that was printed when the inspector started: it holds the token that lets you in.",
  );
}
