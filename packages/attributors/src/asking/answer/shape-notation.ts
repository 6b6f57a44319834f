import { fieldsOf, isRequired, isSchema, type JsonSchema } from "./json-schema.ts";

/** Types that a model knows by these names. */
const PLAIN = ["string", "boolean", "null"];

/**
 * @internal A JSON schema as a model reads it in a prompt, in less than half of the schema's tokens: types where the values
 * stand, `?` after fields that may be left out, `[item, ...]` for lists, descriptions as comments. What it has no notation for
 * stands as a schema.
 */
export function shapeNotation(schema: JsonSchema): string {
  const { anyOf, const: only, enum: choices, items, type } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.filter(isSchema).map(shapeNotation).join(" | ");
  if (Array.isArray(type)) return type.map((each) => shapeNotation({ ...schema, type: each })).join(" | ");
  if (type === "number" || type === "integer") return numberNotation(schema);
  if (type === "array" && isSchema(items)) return `[${shapeNotation(items)}, ...]`;
  if (type === "object" && isSchema(schema["properties"])) return objectNotation(schema);
  return typeof type === "string" && PLAIN.includes(type) ? type : JSON.stringify(schema);
}

function numberNotation({ maximum, minimum }: JsonSchema): string {
  const [least, most] = [minimum, maximum].map((bound) => (typeof bound === "number" ? bound : undefined));
  if (least !== undefined && most !== undefined) return `number from ${least} to ${most}`;
  if (least !== undefined) return `number >= ${least}`;
  return most === undefined ? "number" : `number <= ${most}`;
}

function objectNotation(schema: JsonSchema): string {
  const fields = fieldsOf(schema).map(([name, field]) => ({
    shape: `${JSON.stringify(name)}${isRequired(schema, name) ? "" : "?"}: ${shapeNotation(field)}`,
    says: typeof field["description"] === "string" ? ` // ${field["description"]}` : "",
  }));
  if (fields.every(({ says }) => says === "")) return `{${fields.map(({ shape }) => shape).join(", ")}}`;
  return `{\n${fields.map(({ shape, says }) => `${shape},${says}\n`).join("")}}`;
}
