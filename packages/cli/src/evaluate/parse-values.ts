import type { Aggregation } from "@langgraph-rollback/conformal";
import type { EvaluatedMethod } from "@langgraph-rollback/conformal/evaluation";
import { InvalidArgumentError } from "commander";
import { METHODS } from "./evaluate-options.ts";

/** Reads `a,b,c`; each name once, known, in the order of the table. */
export function parseMethods(text: string): readonly EvaluatedMethod[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !METHODS.some((method) => method === name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`Expected some of ${METHODS.join(",")}, got "${unknown}".`);
  }
  return METHODS.filter((method) => names.includes(method));
}

/** Reads `sum`, `max` or `lse:BETA`, each with an optional `:PENALTY`. */
export function parseAggregation(text: string): Aggregation {
  const [kind, ...numbers] = text.split(":");
  const values = numbers.map((number) => (number.trim() === "" ? Number.NaN : Number(number)));
  const bad = values.some((value) => !Number.isFinite(value) || value < 0);
  const beta = kind === "lse" ? values.shift() : 1;
  const [lengthPenalty = 0, ...rest] = values;
  const known = kind === "sum" || kind === "max" || kind === "lse";
  if (!known || bad || beta === undefined || beta === 0 || rest.length > 0) {
    throw new InvalidArgumentError(
      `Expected sum, max or lse:BETA, each with an optional :PENALTY, numbers >= 0 and BETA above 0, got "${text}".`,
    );
  }
  return kind === "lse" ? { kind: "log-sum-exp", beta, lengthPenalty } : { kind, lengthPenalty };
}
