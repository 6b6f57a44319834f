import type { Attribution } from "@langgraph-rollback/attribution";
import { attributionSchema } from "langgraph-rollback/inspection";

/**
 * Reads the attribution that `attribute --out` wrote beside the trajectory of a line.
 *
 * @param line   one line of a file, which was read before
 * @param length steps of its trajectory
 * @returns `undefined` where the line has no `attribution`
 * @throws {TypeError} if it is none, or is about another number of steps
 */
export function attributionIn(line: string, length: number): Attribution | undefined {
  const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ""));
  const given: unknown = Reflect.get(Object(value), "attribution");
  if (given === undefined) return undefined;
  const parsed = attributionSchema.safeParse(given);
  if (!parsed.success) {
    const { message = "", path = [] } = parsed.error.issues[0] ?? {};
    throw new TypeError(`\`${["attribution", ...path].join(".")}\`: ${message}`);
  }
  const { alpha, scores, set } = parsed.data;
  const isOfRun =
    scores.length === length && set.steps.length > 0 && set.steps.every((step) => step < length);
  if (!isOfRun || !scores.every((score) => score >= 0 && score <= 1) || !(alpha >= 0 && alpha < 1))
    throw new TypeError(
      `\`attribution\`: expected a score in [0, 1] for each of the ${length} steps, a set of those steps, and an alpha in [0, 1)`,
    );
  return parsed.data;
}
