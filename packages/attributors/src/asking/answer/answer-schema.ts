import { z } from "zod";

import { fieldsOf, isRequired, isSchema, type JsonSchema } from "./json-schema.ts";
import { shapeNotation } from "./shape-notation.ts";

/** @internal The shape of an answer, in the forms in which it is needed. */
export interface AnswerSchema {
  /** Schema that answers are mended by. */
  readonly plain: JsonSchema;
  /** Schema that endpoints are given: every field required, those that may be left out may be null; else as `plain`. */
  readonly strict: JsonSchema;
  /** Whether `strict` is such a schema: it is not where an answer may have any fields. */
  readonly isStrict: boolean;
  /** Schema as the prompt shows it: see `shapeNotation`. */
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
  const shown = shapeNotation(without(plain, ["default"]));
  return { plain, isStrict, strict: isStrict ? strictly(plain) : plain, shown };
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
