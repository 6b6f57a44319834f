import { EvaluationError } from "@langgraph-rollback/lab/errors";

/**
 * The field of a line that a key names, such as `meta.task`.
 *
 * @throws {EvaluationError} unless it is a text or a number
 */
export function fieldOf(line: unknown, key: string): string {
  const value = key
    .split(".")
    .reduce<unknown>(
      (inside, name) =>
        typeof inside === "object" && inside !== null ? Reflect.get(inside, name) : undefined,
      line,
    );
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new EvaluationError(`Expected a text or a number as \`${key}\` in each line, got none in one.`);
}
