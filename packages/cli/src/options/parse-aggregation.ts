import type { Aggregation } from "@langgraph-rollback/attribution/conformal";
import { InvalidArgumentError } from "commander";

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
