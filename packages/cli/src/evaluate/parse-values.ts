import type { Aggregation, EvaluatedMethod } from "@langgraph-rollback/conformal";
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

/** Reads a tolerated miss rate above 0 and below 1. */
export function parseAlpha(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < 1)) {
    throw new InvalidArgumentError(`Expected a number above 0 and below 1, got "${text}".`);
  }
  return value;
}

/** Reads a whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}, got "${text}".`);
    }
    return value;
  };
}
