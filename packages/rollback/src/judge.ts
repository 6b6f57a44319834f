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
    ...(ok || typeof reason !== "string" ? {} : { reason }),
    ...(typeof score === "number" || typeof score === "boolean" ? { score: Number(score) } : {}),
  };
}

/** Strict about what is kept in the history: one value that it cannot hold would make all of it unreadable. */
function isVerdict(value: unknown): value is Verdict {
  if (typeof value === "boolean") return true;
  if (typeof value !== "object" || value === null) return false;
  const field = (name: string): unknown => Reflect.get(value, name) ?? undefined;
  const scored = typeof field("score") === "boolean" || Number.isFinite(field("score"));
  const isText = (text: unknown): boolean => text === undefined || typeof text === "string";
  return "ok" in value
    ? typeof value.ok === "boolean" && isText(field("reason")) && (field("score") === undefined || scored)
    : isText(field("comment")) && scored;
}
