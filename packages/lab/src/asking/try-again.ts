import { setTimeout } from "node:timers/promises";

import { classifyRateLimitError, parseRetryAfterMs } from "@langchain/core/utils/async_caller";
import { z } from "zod";

const ATTEMPTS = 6;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;

/** Statuses of requests that would fail again. */
const HOPELESS: readonly number[] = [400, 401, 402, 403, 404, 405, 406, 407, 413, 415, 422];

const withStatus = z.looseObject({ status: z.number() });

const statusOf = (error: unknown): number => withStatus.safeParse(error).data?.status ?? 0;

/** Whether the endpoint says that it has not taken a call. Behind a gateway's 5xx, the call may have been answered and charged. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500;
}

/**
 * Makes a call, and makes it again where it may succeed then: after 429, 5xx, a lost connection or silence, after growing pauses or the one
 * that the endpoint asks for.
 *
 * @param isFinal errors after which no further call is made
 * @throws what the last call threw
 */
export async function tryAgain<Value>(
  call: () => Promise<Value>,
  isFinal: (error: unknown) => boolean,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await call();
    } catch (error) {
      const limit = classifyRateLimitError(error);
      if (isFinal(error) || attempt === ATTEMPTS || limit?.action === "stop") throw error;
      if (HOPELESS.includes(statusOf(error))) throw error;
      const pause = limit?.retryAfterMs ?? requestedPause(error) ?? FIRST_PAUSE * 2 ** (attempt - 1);
      if (pause > LONGEST_PAUSE) throw error;
      await setTimeout(pause);
    }
}

/** Milliseconds that a refusal other than 429 asks to wait. */
function requestedPause(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("headers" in error) || !(error.headers instanceof Headers))
    return undefined;
  return parseRetryAfterMs(error.headers.get("retry-after"));
}
