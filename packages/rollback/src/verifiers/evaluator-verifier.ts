import { smallest } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

import { VerifierOutputError } from "../errors/verifier-output-error.ts";
import type { Verdict, VerifierRun } from "./verifier.ts";
import {
  A_FUNCTION,
  A_NUMBER,
  A_TEXT,
  checkFunction,
  checkVerifierOptions,
} from "./check-verifier-options.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { inTime } from "./in-time.ts";
import type { NamedVerifier, VerifierOptions } from "./named-verifier.ts";

/** How an evaluator is called. */
export interface EvaluatorOptions<Arguments, Input = unknown, Output = unknown> extends VerifierOptions {
  /** Short name of the evaluator. Change it whenever the evaluator, its model, its prompt, its references or `select` change. */
  readonly fingerprint: string;
  /** Makes the evaluator's arguments of a run: `{ inputs, outputs, referenceOutputs }`, and whatever else it reads. */
  readonly select: (run: VerifierRun<Input, Output>) => Arguments | Promise<Arguments>;
  /** The least score that passes, on the evaluator's scale. Default 0.5. */
  readonly passAt?: number;
}

const result = z.object({
  key: z.string(),
  score: z.union([z.boolean(), z.number()]),
  comment: z.string().nullish(),
});

const results = z.union([result.transform((one) => [one]), z.array(result).min(1)]);

/** The result under one key. */
type Result = z.infer<typeof result>;

/**
 * Asks an evaluator of openevals or agentevals, or one in their shape: it gives `{ key, score, comment? }`, or a list of these, which must
 * all pass. The verdict's score is the lowest; `true` counts as 1, `false` as 0.
 *
 * @throws {InvalidOptionError} if an option is missing or has a value that it cannot have
 *
 * @example
 * const verify = evaluatorVerifier(exactMatch, {
 *   fingerprint: "exact-1",
 *   select: ({ output }) => ({ outputs: output?.answer, referenceOutputs: "42" }),
 * });
 */
export function evaluatorVerifier<Arguments, Input = unknown, Output = unknown>(
  evaluator: (args: Arguments) => unknown,
  options: EvaluatorOptions<Arguments, Input, Output>,
): NamedVerifier<Input, Output> {
  checkFunction("evaluator", evaluator);
  checkVerifierOptions(options, CHECKS);
  const { fingerprint, select, passAt = 0.5, timeout } = options;
  if (!Number.isFinite(passAt)) throw new RangeError(`Expected \`passAt\` to be finite, got ${passAt}.`);
  const ask = async (run: VerifierRun<Input, Output>): Promise<Verdict> =>
    verdictOf(await evaluator(await select(run)), passAt);
  return Object.assign((run: VerifierRun<Input, Output>) => inTime(run, timeout, ask), {
    fingerprint: fingerprintOf("evaluator", fingerprint, String(passAt)),
  });
}

const CHECKS = {
  fingerprint: { ...A_TEXT, isRequired: true },
  select: { ...A_FUNCTION, isRequired: true },
  passAt: A_NUMBER,
};

function verdictOf(given: unknown, passAt: number): Verdict {
  const parsed = results.safeParse(given);
  if (!parsed.success) throw new VerifierOutputError(given);
  const score = smallest(parsed.data.map((each) => Number(each.score)));
  const failed = parsed.data.filter((each) => !passes(each, passAt));
  if (failed.length === 0) return { ok: true, score };
  return { ok: false, score, reason: failed.map((each) => textOf(each, passAt)).join("\n") };
}

function passes({ score }: Result, passAt: number): boolean {
  return typeof score === "boolean" ? score : score >= passAt;
}

function textOf({ key, score, comment }: Result, passAt: number): string {
  const scored = score === false ? "false" : `${Number(score)}, less than ${passAt}`;
  return `${key}: ${comment ?? scored}`;
}
