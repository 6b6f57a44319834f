import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";

import { RequestRefused } from "./request-refused.ts";

/** Environment that Node gives every handler of the server. */
export interface ServerEnvironment {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    /** Set for those who may only read. */
    readonly isReadOnly?: true;
  };
}

/**
 * Lets only those through who reach the server under a name of its own: a page elsewhere whose name resolves to this
 * machine (DNS rebinding) does not.
 */
export function guardHost(origins: ReadonlySet<string>): MiddlewareHandler<ServerEnvironment> {
  const hosts = new Set([...origins].map((origin) => new URL(origin).host));
  return async ({ env }, next) => {
    const { headers, rawHeaders, url } = env.incoming;
    const given = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === "host");
    // A whole address in the request line would stand for another host than the header's.
    const plain = given.length === 1 && url?.startsWith("/") === true;
    if (!plain || !hosts.has(headers.host?.toLowerCase() ?? ""))
      throw new RequestRefused(
        "HOST_REFUSED",
        "This server does not go by that name. Open the address that was printed when it started, or start it with that one as a further origin.",
      );
    await next();
  };
}

/** Lets no page of another origin ask for data or change anything; a GET changes nothing. */
export function guardOrigin(origins: ReadonlySet<string>): MiddlewareHandler<ServerEnvironment> {
  return async ({ env, req }, next) => {
    const { origin, "sec-fetch-site": site } = env.incoming.headers;
    const changes = req.method !== "GET" && req.method !== "HEAD";
    const foreignOrigin = origin === undefined ? changes : !origins.has(origin);
    const foreignSite = site !== undefined && site !== "same-origin" && (changes || site !== "none");
    if (foreignOrigin || foreignSite)
      throw new RequestRefused("ORIGIN_REFUSED", "Only the inspector's own page may ask this.");
    await next();
  };
}
