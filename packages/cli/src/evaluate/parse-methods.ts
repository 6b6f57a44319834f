import type { SetMethod } from "@langgraph-rollback/attribution/conformal";
import { InvalidArgumentError } from "commander";
import { METHODS } from "../options/set-options.ts";

/** Reads `a,b,c`; each name once, known, in the order of the table. */
export function parseMethods(text: string): readonly SetMethod[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !METHODS.some((method) => method === name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`Expected some of ${METHODS.join(",")}, got "${unknown}".`);
  }
  return METHODS.filter((method) => names.includes(method));
}
