import retry from "p-retry";

import { isFinalError } from "../errors/is-final-error.ts";

/** Milliseconds before the second try; the third comes after five times as long. */
const FIRST_PAUSE = 20;

/**
 * @internal Asks a checkpointer up to three times. A checkpointer that is out of reach for a moment must not cost a run what it has
 * found. The work must be such that doing it again does no harm.
 */
export function patiently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return retry(work, {
    retries: 2,
    minTimeout: FIRST_PAUSE,
    factor: 5,
    // A final error is an answer of the checkpointer, not a failure of it.
    shouldRetry: ({ error }) => !isFinalError(error),
    signal,
  });
}
