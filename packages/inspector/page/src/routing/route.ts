/** Place of the page: all of it stands in the address, so that a link shows just this. */
export type Route =
  | {
      readonly page: "threads";
      readonly filter?: string | undefined;
      readonly search?: string | undefined;
      readonly sort?: string | undefined;
      readonly agent?: string | undefined;
      /** Days in the reader's time zone, such as "2026-03-02": decided on them or between them. */
      readonly since?: string | undefined;
      readonly until?: string | undefined;
      /** Which part of the list, 1-based. */
      readonly part?: number | undefined;
    }
  | {
      readonly page: "thread";
      readonly thread: string;
      readonly run?: string | undefined;
      readonly attempt?: number | undefined;
      readonly step?: number | undefined;
      readonly tab?: string | undefined;
    }
  | {
      readonly page: "compare";
      readonly thread: string;
      readonly run?: string | undefined;
      /** Attempts to hold against each other. */
      readonly a?: number | undefined;
      readonly b?: number | undefined;
      /** A replay in the place of `b`: its place among those of its thread, 1-based. */
      readonly replay?: number | undefined;
      /** The row under the cursor, 0-based. */
      readonly row?: number | undefined;
    }
  | {
      readonly page: "label";
      readonly thread?: string | undefined;
      readonly run?: string | undefined;
      readonly attempt?: number | undefined;
      readonly step?: number | undefined;
      readonly ask?: LabelQueue;
    }
  | { readonly page: "calibration" }
  | { readonly page: "pilot" }
  | { readonly page: "queue" }
  | { readonly page: "agent" }
  | {
      /** An address that leads nowhere. */
      readonly page: "unknown";
      /** Text behind its `#`. Untrusted. */
      readonly address: string;
    };

/** Which queue the label page asks about: "runs" are judged right or wrong. Default: decisive steps. */
export type LabelQueue = "runs" | undefined;

/** Reads the part of an address after `#`. Nothing there leads to the list of threads. Steps and rows count from 1 in addresses. */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#/, "");
  const [path = "", query = ""] = address.split("?", 2);
  // A thread may be called "", and then nothing stands behind the last "/".
  const [page, name, ...more] = path.replace(/^\//, "").split("/");
  const params = new URLSearchParams(query);
  const text = (key: string) => params.get(key) ?? undefined;
  const count = (key: string) => wholeNumber(params.get(key));
  const position = (key: string) => positionOf(count(key));
  const thread = decoded(name);
  if (more.length > 0) return { page: "unknown", address };
  if (page === "threads" && thread !== undefined)
    return {
      page: "thread",
      thread,
      run: text("run"),
      attempt: count("attempt"),
      step: position("step"),
      tab: text("tab"),
    };
  if (page === "compare" && thread !== undefined)
    return {
      page,
      thread,
      run: text("run"),
      a: count("a"),
      b: count("b"),
      replay: count("replay"),
      row: position("row"),
    };
  if (page === "label")
    return {
      page,
      thread,
      run: text("run"),
      attempt: count("attempt"),
      step: position("step"),
      ask: text("ask") === "runs" ? "runs" : undefined,
    };
  if (name !== undefined) return { page: "unknown", address };
  if (page === "calibration" || page === "pilot" || page === "queue" || page === "agent") return { page };
  if (page === "threads" || page === "")
    return {
      page: "threads",
      filter: text("filter"),
      search: text("search"),
      sort: text("sort"),
      agent: text("agent"),
      since: text("since"),
      until: text("until"),
      part: count("part"),
    };
  return { page: "unknown", address };
}

/** The address of a route, to be used as `href`. */
export function hrefOf(route: Route): string {
  if (route.page === "unknown") return `#${route.address}`;
  const { page, ...rest } = route;
  const thread = "thread" in rest ? rest.thread : undefined;
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(rest))
    if (key !== "thread" && value !== undefined && value !== "")
      params.set(key, POSITIONS.has(key) ? String(Number(value) + 1) : String(value));
  const folder = page === "thread" ? "threads" : page;
  // Half of a surrogate pair cannot be encoded, and a trace may hold one.
  const name = thread === undefined ? "" : `/${encodeURIComponent(thread.toWellFormed())}`;
  const path = `#/${folder}${name}`;
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}

/** Parts of a route that count from 0, and of an address that count from 1, as all that people read does. */
const POSITIONS: ReadonlySet<string> = new Set(["step", "row"]);

const positionOf = (count: number | undefined): number | undefined =>
  count === undefined || count === 0 ? undefined : count - 1;

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
