import type { Unread } from "../imported.ts";
import { fieldName } from "../published/read-rows.ts";
import { decoded, type Fields, fieldsOf, firstText, isFields, itemsOf } from "../fields.ts";
import { idsIn } from "./langsmith-run.ts";

/** Something that a value of a file tells of a run, and its place in the value. */
export interface LangsmithRecord {
  readonly kind: "run" | "feedback";
  /** Id of the run that it tells of. */
  readonly id: string;
  readonly value: Fields;
  readonly path: readonly PropertyKey[];
}

/** Records inside of records that are gone into. */
const DEEPEST = 200;

/**
 * The records of a value: a run with its child runs, a list of them, requests of LangSmith's client (`{ post, patch }`, or `{ method, path, body }`),
 * and feedback.
 */
export function recordsIn(
  value: unknown,
  tell: (unread: Omit<Unread, "line">) => void,
): readonly LangsmithRecord[] {
  const found: LangsmithRecord[] = [];
  const open: { value: unknown; path: readonly PropertyKey[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path } = next;
    const inside = path.length > DEEPEST ? [] : insideOf(next.value);
    for (const [key, each] of inside.toReversed()) open.push({ value: each, path: [...path, ...key] });
    const record = recordOf(next.value);
    if (record !== undefined) found.push({ ...record, path });
    else if (inside.length === 0 && !isHolder(next.value))
      tell({ field: fieldName(path), reason: "Expected a run of LangSmith with an id, or feedback." });
  }
  return found;
}

const LISTS = ["runs", "post", "patch", "child_runs", "feedback"] as const;

function insideOf(value: unknown): readonly (readonly [readonly PropertyKey[], unknown])[] {
  if (Array.isArray(value)) return value.map((each: unknown, index) => [[index], each]);
  const fields = fieldsOf(value);
  const request = requestIn(fields);
  if (request !== undefined) return [[["body"], request]];
  return LISTS.flatMap((name) => itemsOf(fields[name]).map((each, index) => [[name, index], each] as const));
}

function isHolder(value: unknown): boolean {
  return Array.isArray(value) || LISTS.some((name) => Array.isArray(fieldsOf(value)[name]));
}

/** The body of a request, with the run's id from the path if it has none itself. */
function requestIn({ body, method, path }: Fields): unknown {
  if (!isFields(body) || typeof method !== "string") return undefined;
  const id = /\/runs\/([\w-]+)$/.exec(typeof path === "string" ? path : "")?.[1];
  return id === undefined || id === "batch" || body["id"] !== undefined ? body : { ...body, id };
}

function recordOf(value: unknown): Omit<LangsmithRecord, "path"> | undefined {
  const fields = fieldsOf(value);
  const [about, key] = [firstText(fields["run_id"]), firstText(fields["key"])];
  if (about !== undefined && key !== undefined && fields["run_type"] === undefined)
    return { kind: "feedback", id: about, value: fields };
  const id = firstText(fields["id"]) ?? firstText(idsIn(fields["dotted_order"]).at(-1));
  const isRun = ["run_type", "dotted_order", "inputs", "outputs", "end_time", "trace_id"].some(
    (name) => name in fields,
  );
  return id === undefined || !isRun
    ? undefined
    : { kind: "run", id, value: { ...fields, ...written(fields), id } };
}

/** Fields that stand as JSON texts in the rows of a bulk export. */
function written(fields: Fields): Fields {
  const texts = ["extra", "tags", "inputs", "outputs", "feedback_stats"].filter(
    (name) => typeof fields[name] === "string",
  );
  return Object.fromEntries(texts.map((name) => [name, decoded(fields[name])]));
}

/** Finds the trace of each record, by what the records before it say. Of one run the first word counts. */
export class TraceIds {
  readonly #traces = new Map<string, string>();

  of({ id, kind, value }: LangsmithRecord): string {
    const known = this.#traces.get(id);
    if (known !== undefined) return known;
    const parent = firstText(value["parent_run_id"]);
    const told = firstText(value["trace_id"], idsIn(value["dotted_order"])[0]);
    const trace = told ?? (parent === undefined ? id : (this.#traces.get(parent) ?? parent));
    if (kind === "run") this.#traces.set(id, trace);
    return trace;
  }
}
