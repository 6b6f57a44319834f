import type { Unread } from "../imported.ts";
import { fieldName } from "../published/read-rows.ts";
import { type Fields, fieldsOf, firstText, isFields, itemsOf, textAmong } from "../fields.ts";

/** Something that a value of a file tells of a trace, and its place in the value. */
export interface LangfuseRecord {
  readonly kind: "trace" | "observation" | "score";
  /** Id of the trace. */
  readonly trace: string;
  readonly value: Fields;
  readonly path: readonly PropertyKey[];
}

type Place = readonly PropertyKey[];

/**
 * The records of a value: an exported trace (`{ trace, observations }`), a trace as the API gives it, with its observations and scores, a page of
 * the API (`{ data }`), one observation, one trace or one score.
 */
export function recordsIn(
  value: unknown,
  tell: (unread: Omit<Unread, "line">) => void,
): readonly LangfuseRecord[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => recordAt(each, [index], tell));
  const { data } = fieldsOf(value);
  if (Array.isArray(data)) return data.flatMap((each, index) => recordAt(each, ["data", index], tell));
  return recordAt(value, [], tell);
}

/** Names of fields in the files that Langfuse writes to a bucket, by those of its API. */
const WRITTEN_APART: readonly (readonly [string, string])[] = [
  ["trace_id", "traceId"],
  ["start_time", "startTime"],
  ["end_time", "endTime"],
  ["parent_observation_id", "parentObservationId"],
  ["status_message", "statusMessage"],
  ["session_id", "sessionId"],
  ["string_value", "stringValue"],
];

/** A value with the names of fields that the API has. */
export function asInApi(value: unknown): unknown {
  if (!isFields(value) || !("trace_id" in value)) return value;
  const names = new Map(WRITTEN_APART);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [names.get(name) ?? name, each]));
}

function recordAt(
  given: unknown,
  path: Place,
  tell: (unread: Omit<Unread, "line">) => void,
): readonly LangfuseRecord[] {
  const value = asInApi(given);
  const refuse = (reason: string, at: Place = path): readonly LangfuseRecord[] => {
    tell({ field: fieldName(at), reason });
    return [];
  };
  if (!isFields(value)) return refuse("Expected a trace, an observation or a score of Langfuse.");
  const inner = fieldsOf(value["trace"]);
  const [holder, at] = isFields(value["trace"]) ? [inner, [...path, "trace"]] : [value, path];
  const own = firstText(value["traceId"]);
  if (own !== undefined && !isFields(value["trace"])) {
    const kind = isScore(value) ? "score" : "observation";
    return [{ kind, trace: own, value, path }];
  }
  const listed = ["observations", "scores"].flatMap((name) => itemsOf(value[name]));
  const trace = textAmong([holder["id"], ...listed.map((each) => fieldsOf(each)["traceId"])]);
  if (trace === undefined || !(isFields(value["trace"]) || isTrace(value)))
    return refuse("Expected a trace with an `id`, or an observation or a score with a `traceId`.");
  const parts: LangfuseRecord[] = [{ kind: "trace", trace, value: holder, path: at }];
  for (const [name, kind] of [["observations", "observation"] as const, ["scores", "score"] as const])
    for (const [list, place] of held(value, holder, name, path, at)) {
      if (list !== undefined && list !== null && !Array.isArray(list)) refuse("Expected a list.", place);
      for (const [index, each] of itemsOf(list).entries())
        if (isFields(each)) parts.push({ kind, trace, value: each, path: [...place, index] });
        // A trace as the API lists traces has ids of its observations alone.
        else if (typeof each !== "string") refuse("Expected an object.", [...place, index]);
    }
  return parts;
}

/** Lists of one name: an export has them beside the trace and inside of it. */
function held(
  value: Fields,
  holder: Fields,
  name: string,
  path: Place,
  at: Place,
): readonly (readonly [unknown, Place])[] {
  const beside = [value[name], [...path, name]] as const;
  return holder === value ? [beside] : [beside, [holder[name], [...at, name]]];
}

function isScore(value: Fields): boolean {
  return ("value" in value || "stringValue" in value) && !("startTime" in value);
}

function isTrace(value: Fields): boolean {
  return (
    Array.isArray(value["observations"]) || ("timestamp" in value && ("input" in value || "name" in value))
  );
}
