import { z } from "zod";

import { VerifierOutputError } from "../errors/verifier-output-error.ts";
import type { VerdictCost } from "./verifier.ts";

/** @internal A verdict, in one shape for all shapes of answers. */
export interface ParsedVerdict {
  readonly ok: boolean;
  readonly reason?: string;
  readonly score?: number;
  readonly cost?: VerdictCost;
}

const text = z.string().nullish();
const scored = z.union([z.boolean(), z.number()]);
const tokens = z.number().nonnegative();
const cost = z
  .object({ tokens: z.array(z.object({ model: z.string().exactOptional(), input: tokens, output: tokens })) })
  .nullish();

/**
 * Strict about what is stored in the history. A verdict may be an object with getters: each field is read once, so the checked value is the stored
 * one.
 */
const verdict = z.union([
  z.boolean().transform((ok) => ({ ok })),
  z.object({ ok: z.boolean(), reason: text, score: scored.nullish(), cost }),
  z
    .object({ ok: z.undefined().optional(), score: scored, comment: text })
    .transform((given) => ({ ok: Number(given.score) >= 0.5, reason: given.comment, score: given.score })),
]);

/**
 * @internal
 * @throws {VerifierOutputError} if it is not a verdict
 */
export function parseVerdict(given: unknown): ParsedVerdict {
  const parsed = verdict.safeParse(given);
  if (!parsed.success) throw new VerifierOutputError(given);
  const { ok, reason, score, cost: spent } = { reason: null, score: null, cost: null, ...parsed.data };
  return {
    ok,
    ...(typeof reason === "string" ? { reason } : {}),
    ...(typeof score === "number" || typeof score === "boolean" ? { score: Number(score) } : {}),
    ...(spent === undefined || spent === null ? {} : { cost: spent }),
  };
}
