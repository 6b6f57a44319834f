import { createHash } from "node:crypto";

import type { ScorerModel } from "./scorer-model.ts";

const HEX_DIGITS = 16;

/**
 * Short name of a model that changes with any of its numbers, and not with the order of its keys.
 *
 * @returns the model's kind and 16 hexadecimal digits of SHA-256
 */
export function modelFingerprint(model: ScorerModel): string {
  const digest = createHash("sha256").update(canonicalJson(model)).digest("hex");
  return `${model.kind}-${digest.slice(0, HEX_DIGITS)}`;
}

/** JSON that does not depend on the order of keys: objects are lists of their entries. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

/** Objects as their entries, in the order of their keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inside]) => [key, canonical(inside)]);
}
