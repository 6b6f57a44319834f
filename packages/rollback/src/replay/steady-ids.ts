/** The start of a UUID. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

/** A word that is long enough for an id. */
const LONG_WORD = /[A-Za-z0-9]{12,}/g;

/** Whether providers or LangChain made this id: a UUID, or letters and digits at random. One that somebody wrote, such as "question", may have a meaning. */
const isMade = (id: string): boolean =>
  UUID.test(id) || (id.match(LONG_WORD) ?? []).some((word) => /\d/.test(word) && /[A-Za-z]/.test(word));

/** Fields in which providers tell the time. */
const TIMES = /^(created|created_at|date|timestamp|\w+_duration)$/;

/**
 * @internal A written value in which ids of messages and tool calls are counted, and providers' times are left out: the same run is written in the same way each time.
 * Arguments of tools stay, since a call is known by them.
 */
export function withSteadyIds<T>(written: T): T;
export function withSteadyIds(written: unknown): unknown {
  const ids = new Map<string, string>();
  for (const id of idsIn(written)) if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`);
  return replaced(written, ids);
}

/** Ids that were made for messages and tool calls, in the order in which they stand. */
function* idsIn(value: unknown): Generator<string, void> {
  if (typeof value !== "object" || value === null) return;
  if (isMessage(value)) {
    const { id, tool_call_id: answers, tool_calls: calls = [] } = value.kwargs;
    const called: readonly unknown[] = Array.isArray(calls) ? calls : [];
    if (typeof id === "string" && isMade(id)) yield id;
    for (const each of [answers, ...called.map((call) => Reflect.get(Object(call), "id"))])
      if (typeof each === "string") yield each;
  }
  for (const each of Object.values(value)) yield* idsIn(each);
}

interface WrittenMessage {
  readonly kwargs: Readonly<Record<string, unknown>>;
}

function isMessage(value: object): value is WrittenMessage {
  const id: unknown = Reflect.get(value, "id");
  const kwargs: unknown = Reflect.get(value, "kwargs");
  return (
    Reflect.get(value, "lc") === 1 &&
    Array.isArray(id) &&
    id.includes("messages") &&
    typeof kwargs === "object" &&
    kwargs !== null
  );
}

function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return ids.get(value) ?? value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => replaced(each, ids));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [name, replacedField(name, each, ids)]),
  );
}

function replacedField(name: string, value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (name === "args") return value;
  const isMetadata = name === "response_metadata" && typeof value === "object" && value !== null;
  return replaced(isMetadata ? withoutTimes(value) : value, ids);
}

const withoutTimes = (metadata: object): object =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !TIMES.test(name)));
