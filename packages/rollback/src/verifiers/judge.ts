import { describeError } from "../errors/describe-error.ts";
import { VerifierError } from "../errors/verifier-error.ts";
import { VerifierOutputError } from "../errors/verifier-output-error.ts";
import { parseVerdict } from "./parse-verdict.ts";
import type { AttemptOutcome, Verifier, VerifierRun } from "./verifier.ts";
import { warn } from "../errors/warn.ts";

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
