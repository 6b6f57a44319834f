import { LONGEST_WAIT, type OptionCheck } from "../../errors/option-check.ts";
import type { EffectDeclaration } from "./effect-options.ts";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFunction = (value: unknown): boolean => value === undefined || typeof value === "function";

/** @internal Whether a value declares an effect. */
export function isDeclaration(value: unknown): value is EffectDeclaration {
  if (value === "irreversible" || value === "read-only") return true;
  if (!isRecord(value)) return false;
  const { undo, idempotencyKey, redo, ...others } = value;
  const known = isFunction(undo) && isFunction(idempotencyKey) && Object.keys(others).length === 0;
  const isRedo = redo === undefined || redo === "again" || (redo === "reuse" && idempotencyKey !== undefined);
  return known && isRedo && (undo !== undefined || idempotencyKey !== undefined);
}

const BY_NAME: OptionCheck = {
  expected: "an object with declarations by name",
  holds: isRecord,
  each: {
    expected:
      '"irreversible", "read-only", or `{ undo, idempotencyKey, redo }` with at least one of the two functions; "reuse" needs `idempotencyKey`',
    holds: isDeclaration,
  },
};

const isCount = (value: unknown): boolean => typeof value === "number" && value >= 0;

const isDuration = (value: unknown): boolean =>
  typeof value === "number" && value >= 0 && value <= LONGEST_WAIT;

const DURATION = `milliseconds in [0, ${LONGEST_WAIT}]`;

const areNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

const among =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === "string" && values.includes(value);

/** @internal Check for each part of `effects`. */
export const EFFECT_CHECKS: Readonly<
  Record<
    | "tools"
    | "nodes"
    | "undeclared"
    | "trustedServers"
    | "trustedTools"
    | "onIrreversible"
    | "undoTimeout"
    | "undoRetries"
    | "openTimeout",
    OptionCheck
  >
> = {
  tools: BY_NAME,
  nodes: BY_NAME,
  undeclared: {
    expected: '"annotations", "irreversible", "read-only" or "unknown"',
    holds: among("annotations", "irreversible", "read-only", "unknown"),
  },
  trustedServers: { expected: "names of MCP servers", holds: areNames },
  trustedTools: { expected: "names of tools", holds: areNames },
  onIrreversible: { expected: '"stop", "ask" or "allow"', holds: among("stop", "ask", "allow") },
  undoTimeout: { expected: DURATION, holds: isDuration },
  undoRetries: {
    expected: "a whole number, at least 0",
    holds: (value) => isCount(value) && Number.isInteger(value),
  },
  openTimeout: { expected: DURATION, holds: isDuration },
};
