import { z } from "zod";

import { describeError } from "../errors/describe-error.ts";
import { VerifierError } from "../errors/verifier-error.ts";
import { VerifierOutputError } from "../errors/verifier-output-error.ts";
import { RewindRequestedError } from "../errors/rewind-requested-error.ts";
import type { AttemptOutcome, VerdictCost, Verifier, VerifierRun } from "./verifier.ts";
import type { RewindRequest } from "../steps/rewind-request.ts";
import { suspectedStep } from "../steps/suspected-step.ts";
import { warn } from "../errors/warn.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";

/**
 * @internal Decides how an attempt ended: an escaped exception is a failure, otherwise the verifier says.
 *
 * @throws {VerifierError} if the verifier throws
 * @throws {VerifierOutputError} if it returns something else than a verdict
 */
export async function judge<Input, Output>(
  verify: Verifier<Input, Output>,
  run: VerifierRun<Input, Output>,
): Promise<AttemptOutcome> {
  if (run.error !== undefined) return failedWith(run.error);
  try {
    return { ...outcomeOf(await verify(run)), ...saidBy(verify) };
  } catch (cause) {
    run.signal?.throwIfAborted();
    if (!(cause instanceof VerifierOutputError)) throw new VerifierError({ cause });
    if (!warned.has(verify)) warn(cause.message, "VerifierOutputWarning", cause.code);
    warned.add(verify);
    throw cause;
  }
}

/** Which verifier speaks, and whose scores. */
function saidBy({
  fingerprint,
  scoredBy,
}: Pick<Verifier, "fingerprint" | "scoredBy">): Pick<AttemptOutcome, "verifier" | "scoredBy"> {
  return {
    ...(fingerprint === undefined ? {} : { verifier: fingerprint }),
    ...(scoredBy === undefined ? {} : { scoredBy }),
  };
}

/** Verifiers whose answer was no verdict: each is told of once. Nothing else shows but in the history. */
const warned = new WeakSet<object>();

function failedWith(error: unknown): AttemptOutcome {
  const { name, message } = describeError(error);
  return { ok: false, reason: `${name}: ${message}`, error: { name, message } };
}

/** @internal The failure of an attempt whose model has asked to go back. Its steps are needed to find the one that it names. */
export async function askedOutcome(
  request: RewindRequest,
  trajectory: () => Promise<Pick<RecordedTrajectory, "steps">>,
): Promise<AttemptOutcome> {
  const { name, message } = new RewindRequestedError(request.reason);
  const step = suspectedStep((await trajectory()).steps, request);
  const asked = { ...request, ...(step === undefined ? {} : { step }) };
  return { ok: false, reason: message, error: { name, message }, asked };
}

/** A reason says why a run failed. The reason of a success is not stored. */
function outcomeOf(given: unknown): AttemptOutcome {
  const { ok, reason, score, cost } = parseVerdict(given);
  return {
    ok,
    ...(ok || reason === undefined ? {} : { reason }),
    ...(score === undefined ? {} : { score }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** @internal A finished attempt under the names that verifiers read, our names and openevals' names. */
export function verifierRun<Input, Output>(
  run: Omit<VerifierRun<Input, Output>, "inputs" | "outputs">,
): VerifierRun<Input, Output> {
  return { ...run, inputs: run.input, outputs: run.output };
}

/** @internal Fingerprints of a verifier, and of the one whose scores it gives. */
export const signatureOf = ({
  fingerprint,
  scoredBy,
}: Pick<Verifier, "fingerprint" | "scoredBy">): Pick<Verifier, "fingerprint" | "scoredBy"> => ({
  ...(fingerprint === undefined ? {} : { fingerprint }),
  ...(scoredBy === undefined ? {} : { scoredBy }),
});

/** @internal The verifier among options, with its fingerprint. It is called as a method of the options, in case it is one. */
export function verifierOf(options: { readonly verify: Verifier }): Verifier {
  return Object.assign((run: VerifierRun) => options.verify(run), signatureOf(options.verify));
}

/**
 * @internal A trajectory with how the attempt ended, as planted failures have it: scorers that read the reason must be
 * shown what they were calibrated on.
 */
export function withOutcome(
  trajectory: RecordedTrajectory,
  { early, ok, reason, verifier }: AttemptOutcome,
): RecordedTrajectory {
  const said = {
    ...(reason === undefined ? {} : { reason }),
    ...(verifier === undefined ? {} : { verifier }),
    ...(early === undefined ? {} : { stoppedEarly: true as const }),
  };
  return { ...trajectory, outcome: { ok, ...said } };
}

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
