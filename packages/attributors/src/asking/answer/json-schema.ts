/** @internal A JSON schema, as far as answers need it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
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
