import { LONGEST_WAIT, type OptionCheck } from "../../errors/option-check.ts";
import type { EffectDeclaration } from "./effect-options.ts";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFunction = (value: unknown): boolean => value === undefined || typeof value === "function";

/** @internal Whether a value declares an effect. */
export function isDeclaration(value: unknown): value is EffectDeclaration {
  if (value === "hold" || value === "irreversible" || value === "read-only") return true;
  if (!isRecord(value)) return false;
  const { hold, ...rest } = value;
  const { undo, idempotencyKey, redo, ...others } = rest;
  if (hold !== undefined)
    return isHold(hold) && isFunction(idempotencyKey) && noneOf({ undo, redo, ...others });
  const known = isFunction(undo) && isFunction(idempotencyKey) && Object.keys(others).length === 0;
  const isRedo = redo === undefined || redo === "again" || (redo === "reuse" && idempotencyKey !== undefined);
  return known && isRedo && (undo !== undefined || idempotencyKey !== undefined);
}

/** @internal Whether a declaration says that an act is held. */
export const declaresHold = (declaration: EffectDeclaration | undefined): boolean =>
  declaration === "hold" || (typeof declaration === "object" && declaration.hold !== undefined);

const noneOf = (values: Readonly<Record<string, unknown>>): boolean =>
  Object.values(values).every((value) => value === undefined);

function isHold(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { receipt, release, ...others } = value;
  return isFunction(receipt) && isFunction(release) && noneOf(others);
}

const BY_NAME: OptionCheck = {
  expected: "an object with declarations by name",
  holds: isRecord,
  each: {
    expected:
      '"hold", "irreversible", "read-only", `{ hold: { receipt, release } }`, or `{ undo, idempotencyKey, redo }` with at least one of the two functions; "reuse" needs `idempotencyKey`',
    holds: isDeclaration,
  },
};

/** A node's result is an update of the state: no sentence of ours could stand for it. */
const BY_NODE: OptionCheck = {
  ...BY_NAME,
  each: {
    expected:
      '"irreversible", "read-only", `{ hold: { receipt, release } }` with at least the receipt, or `{ undo, idempotencyKey, redo }` with at least one of the two functions',
    holds: (value) => isDeclaration(value) && (!declaresHold(value) || hasReceipt(value)),
  },
};

const hasReceipt = (value: EffectDeclaration): boolean =>
  typeof value === "object" && value.hold?.receipt !== undefined;

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
    | "onUnaccepted"
    | "onReleaseFailure"
    | "undoTimeout"
    | "undoRetries"
    | "openTimeout",
    OptionCheck
  >
> = {
  tools: BY_NAME,
  nodes: BY_NODE,
  undeclared: {
    expected: '"annotations", "irreversible", "read-only" or "unknown"',
    holds: among("annotations", "irreversible", "read-only", "unknown"),
  },
  trustedServers: { expected: "names of MCP servers", holds: areNames },
  trustedTools: { expected: "names of tools", holds: areNames },
  onIrreversible: { expected: '"stop", "ask" or "allow"', holds: among("stop", "ask", "allow") },
  onUnaccepted: { expected: '"discard", "release" or "hold"', holds: among("discard", "release", "hold") },
  onReleaseFailure: { expected: '"return" or "throw"', holds: among("return", "throw") },
  undoTimeout: { expected: DURATION, holds: isDuration },
  undoRetries: {
    expected: "a whole number, at least 0",
    holds: (value) => isCount(value) && Number.isInteger(value),
  },
  openTimeout: { expected: DURATION, holds: isDuration },
};
