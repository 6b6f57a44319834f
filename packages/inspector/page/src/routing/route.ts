/** Where the page is: all of it stands in the address, so that a link shows just this. */
export type Route =
  | { readonly page: "threads"; readonly filter?: string; readonly search?: string; readonly sort?: string }
  | {
      readonly page: "thread";
      readonly thread: string;
      readonly run?: string;
      readonly attempt?: number;
      readonly step?: number;
      readonly tab?: string;
    }
  | {
      readonly page: "compare";
      readonly thread: string;
      readonly run?: string;
      /** Attempts to hold against each other. */
      readonly a?: number;
      readonly b?: number;
      /** The row under the cursor, 0-based. */
      readonly row?: number;
    }
  | {
      readonly page: "label";
      readonly thread?: string;
      readonly run?: string;
      readonly attempt?: number;
      readonly step?: number;
    }
  | { readonly page: "calibration" };

/** Reads the part of an address after `#`; what makes no sense there leads to the list of threads. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  // A thread may be called "", and then nothing stands behind the last "/".
  const [page, name] = path.replace(/^\//, "").split("/", 2);
  const params = new URLSearchParams(query);
  const text = <Key extends string>(key: Key) => optional(key, params.get(key) ?? undefined);
  const count = <Key extends string>(key: Key) => optional(key, wholeNumber(params.get(key)));
  const thread = decoded(name);
  if (page === "threads" && thread !== undefined)
    return { page: "thread", thread, ...text("run"), ...count("attempt"), ...count("step"), ...text("tab") };
  if (page === "compare" && thread !== undefined)
    return { page, thread, ...text("run"), ...count("a"), ...count("b"), ...count("row") };
  if (page === "label")
    return { page, ...optional("thread", thread), ...text("run"), ...count("attempt"), ...count("step") };
  if (page === "calibration") return { page };
  return { page: "threads", ...text("filter"), ...text("search"), ...text("sort") };
}

/** The address of a route, to be used as `href`. */
export function hrefOf(route: Route): string {
  const { page, ...rest } = route;
  const thread = "thread" in rest ? rest.thread : undefined;
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(rest))
    if (key !== "thread" && value !== undefined && value !== "") params.set(key, String(value));
  const folder = page === "thread" ? "threads" : page;
  // Half of a surrogate pair cannot be encoded, and a trace may hold one.
  const name = thread === undefined ? "" : `/${encodeURIComponent(thread.toWellFormed())}`;
  const path = `#/${folder}${name}`;
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  // A computed key widens to string: the record says again which it is.
  const entry: { [K in Key]?: Value } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function decoded(part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
