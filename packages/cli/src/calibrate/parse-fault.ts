import { InvalidArgumentError } from "commander";
import type { FailureModeName } from "langgraph-rollback/faults";
import { FAILURE_MODE_NAMES, isFailureMode } from "../options/failure-mode-names.ts";

/** Fault at a step: failure modes, one drawn for each task, or a function of the user's. */
export type FaultOption =
  | { readonly modes: readonly FailureModeName[] | "any" }
  /** Module and export, as `./faults.js#fault`. */
  | { readonly module: string };

/** Reads names of failure modes separated by commas, "any", or the module of a function: a text with a dot, a slash or a "#". */
export function parseFault(text: string): FaultOption {
  if (text === "any") return { modes: "any" };
  const names = text.split(",").map((name) => name.trim());
  if (names.every(isFailureMode)) return { modes: names };
  if (/[./\\#]/.test(text)) return { module: text };
  const unknown = names.find((name) => !isFailureMode(name));
  throw new InvalidArgumentError(
    `Expected any, a module such as ./faults.js#fault, or some of ${FAILURE_MODE_NAMES.join(",")}; got "${unknown}".`,
  );
}
