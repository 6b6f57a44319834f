import { fieldsOf, isRequired, isSchema, type JsonSchema } from "./json-schema.ts";

/** In a text with single spaces: with more, a search could take the cube of their number. */
const WRITTEN_NUMBER = /^(?:step|no\.?|number)? ?#? ?([+-]?\d+(?:\.\d+)?) ?(%?)$/i;

/**
 * @internal An answer with those faults put right that can mean one thing only: numbers as text ("3", "step 3", "80 %"
 * where 1 is the most), text as numbers, "true" and "false" as text, choices in other case, and null for a field that
 * may be left out. What is still wrong is for the shape's own check to find.
 */
export function mendAnswer(value: unknown, schema: JsonSchema): unknown {
  const { anyOf } = schema;
  const type = typeOf(schema);
  if (value === null && allowsNull(schema)) return value;
  if (Array.isArray(anyOf)) return mendBranch(value, anyOf.filter(isSchema));
  if (Array.isArray(schema["enum"])) return mendChoice(value, schema["enum"]);
  if (type === "number" || type === "integer") return mendNumber(value, schema);
  if (type === "string") return typeof value === "number" ? String(value) : value;
  if (type === "boolean") return mendBoolean(value);
  if (type === "array" && Array.isArray(value)) {
    const { items } = schema;
    return isSchema(items) ? value.map((item) => mendAnswer(item, items)) : value;
  }
  return type === "object" && isSchema(value) ? mendFields(value, schema) : value;
}

/** The only type beside null, if there is one only. */
function typeOf({ type }: JsonSchema): unknown {
  if (!Array.isArray(type)) return type;
  const others = type.filter((name) => name !== "null");
  return others.length === 1 ? others[0] : undefined;
}

function mendFields(value: JsonSchema, schema: JsonSchema): unknown {
  const fields = new Map(fieldsOf(schema));
  const mended = Object.entries(value).flatMap(([name, item]) => {
    const field = fields.get(name);
    if (field === undefined) return [[name, item] as const];
    if (item === null && !isRequired(schema, name) && !allowsNull(field)) return [];
    return [[name, mendAnswer(item, field)] as const];
  });
  return Object.fromEntries(mended);
}

function allowsNull({ type, anyOf }: JsonSchema): boolean {
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  return Array.isArray(anyOf) && anyOf.filter(isSchema).some(allowsNull);
}

/** For what may be null: the other branch, if there is one only. */
function mendBranch(value: unknown, branches: readonly JsonSchema[]): unknown {
  const others = branches.filter(({ type }) => type !== "null");
  const [only] = others;
  return only === undefined || others.length > 1 ? value : mendAnswer(value, only);
}

function mendNumber(value: unknown, { maximum }: JsonSchema): unknown {
  if (typeof value !== "string") return value;
  const [, digits, percent] = WRITTEN_NUMBER.exec(value.trim().replaceAll(/\s+/g, " ")) ?? [];
  if (digits === undefined) return value;
  if (percent !== "%") return Number(digits);
  return maximum === 1 ? Number(digits) / 100 : value;
}

function mendBoolean(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const word = value.trim().toLowerCase();
  if (word === "true" || word === "yes") return true;
  return word === "false" || word === "no" ? false : value;
}

function mendChoice(value: unknown, choices: readonly unknown[]): unknown {
  if (typeof value !== "string" || choices.includes(value)) return value;
  const alike = choices.filter((choice) => typeof choice === "string" && plain(choice) === plain(value));
  return alike.length === 1 ? alike[0] : value;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "");
}
