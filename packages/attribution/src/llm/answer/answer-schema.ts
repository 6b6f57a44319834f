import { z } from "zod";

/** @internal A JSON schema, as far as answers need it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** @internal The shape of an answer, in the forms in which it is needed. */
export interface AnswerSchema {
  /** What answers are mended by. */
  readonly plain: JsonSchema;
  /** What endpoints are given: every field required, those that may be left out may be null; else as `plain`. */
  readonly strict: JsonSchema;
  /** Whether `strict` is such a schema: it is not where an answer may have any fields. */
  readonly isStrict: boolean;
  /** What the prompt shows. */
  readonly shown: string;
}

const known = new WeakMap<z.ZodType, AnswerSchema>();

/** @internal Made once for each shape. */
export function answerSchema(answer: z.ZodType): AnswerSchema {
  const made = known.get(answer) ?? schemaOf(answer);
  known.set(answer, made);
  return made;
}

function schemaOf(answer: z.ZodType): AnswerSchema {
  const { $schema: _, ...plain }: JsonSchema = z.toJSONSchema(answer, {
    io: "input",
    unrepresentable: "any",
  });
  const isStrict = canBeStrict(plain);
  const shown = JSON.stringify(without(plain, ["additionalProperties", "default"]));
  return { plain, isStrict, strict: isStrict ? strictly(plain) : plain, shown };
}

/** @internal Whether a value of a JSON schema is a schema itself, or any object. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @internal The schemas of an object's fields. */
export function fieldsOf({ properties }: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  if (!isSchema(properties)) return [];
  return Object.entries(properties).flatMap(([name, field]) =>
    isSchema(field) ? [[name, field] as const] : [],
  );
}

/** @internal */
export function isRequired({ required }: JsonSchema, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

function canBeStrict(schema: JsonSchema): boolean {
  const { additionalProperties, properties, type } = schema;
  if (type === "object" && !isSchema(properties)) return false;
  const loose = ["propertyNames", "$ref", "oneOf", "prefixItems"].some((keyword) => keyword in schema);
  if (isSchema(additionalProperties) || loose) return false;
  return childrenOf(schema).every(canBeStrict);
}

function childrenOf(schema: JsonSchema): readonly JsonSchema[] {
  const { items, anyOf } = schema;
  const branches: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  return [...fieldsOf(schema).map(([, field]) => field), items, ...branches].filter(isSchema);
}

/** Keywords that strict endpoints refuse, or that say nothing. */
const LAX = ["default", "minLength", "maxLength", "$schema"];

function strictly(schema: JsonSchema): JsonSchema {
  const { properties: _, items, anyOf, ...rest } = without(schema, LAX);
  const fields = fieldsOf(schema);
  const own = fields.map(([name, field]) => {
    const strict = strictly(field);
    return [name, isRequired(schema, name) ? strict : { anyOf: [strict, { type: "null" }] }];
  });
  return {
    ...rest,
    ...(schema["type"] === "object"
      ? {
          properties: Object.fromEntries(own),
          required: fields.map(([name]) => name),
          additionalProperties: false,
        }
      : {}),
    ...(isSchema(items) ? { items: strictly(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.filter(isSchema).map(strictly) } : {}),
  };
}

/** The schema without some keywords, all the way down, and without the bounds of whole numbers that say nothing. */
function without(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  const entries = Object.entries(schema).filter(
    ([keyword, value]) => !keywords.includes(keyword) && !saysNothing(keyword, value),
  );
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (keyword === "properties")
        return [
          keyword,
          Object.fromEntries(fieldsOf(schema).map(([name, field]) => [name, without(field, keywords)])),
        ];
      if (Array.isArray(value))
        return [keyword, value.map((item) => (isSchema(item) ? without(item, keywords) : item))];
      return [keyword, isSchema(value) ? without(value, keywords) : value];
    }),
  );
}

function saysNothing(keyword: string, value: unknown): boolean {
  return (
    (keyword === "minimum" || keyword === "maximum") && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER
  );
}
