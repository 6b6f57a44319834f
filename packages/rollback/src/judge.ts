import { VerifierError } from "./errors/verifier-error.ts";
import { VerifierOutputError } from "./errors/verifier-output-error.ts";
import type { AttemptOutcome, Verdict, Verifier, VerifierRun } from "./verifier.ts";

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
  let verdict: unknown;
  try {
    verdict = await verify(run);
  } catch (cause) {
    run.signal?.throwIfAborted();
    throw new VerifierError({ cause });
  }
  if (!isVerdict(verdict)) throw new VerifierOutputError(verdict);
  return outcomeOf(verdict);
}

function failedWith(error: unknown): AttemptOutcome {
  const { name, message } = describeError(error);
  return { ok: false, reason: `${name}: ${message}`, error: { name, message } };
}

/** @internal An error as data: name and message, nothing else (no stack, no fields that may hold secrets). */
export function describeError(error: unknown): { readonly name: string; readonly message: string } {
  if (error instanceof Error) return { name: error.name, message: error.message };
  if (typeof error === "object" && error !== null && "message" in error && typeof error.message === "string")
    return {
      name: "name" in error && typeof error.name === "string" ? error.name : "Error",
      message: error.message,
    };
  return { name: "Error", message: String(error) };
}

/** A reason is why a run failed; what a verifier says of a success is not kept. */
function outcomeOf(verdict: Verdict): AttemptOutcome {
  if (typeof verdict === "boolean") return { ok: verdict };
  const { score } = verdict;
  const ok = "ok" in verdict ? verdict.ok : Number(score) >= 0.5;
  const reason = "ok" in verdict ? verdict.reason : verdict.comment;
  return {
    ok,
    ...(ok || reason === undefined ? {} : { reason }),
    ...(score === undefined ? {} : { score: Number(score) }),
  };
}

function isVerdict(value: unknown): value is Verdict {
  if (typeof value === "boolean") return true;
  if (typeof value !== "object" || value === null) return false;
  if ("ok" in value) return typeof value.ok === "boolean";
  return (
    "score" in value &&
    (typeof value.score === "boolean" || (typeof value.score === "number" && !Number.isNaN(value.score)))
  );
}
