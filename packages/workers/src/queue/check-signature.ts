import { z } from "zod";

import { InvalidQueueOptionError } from "../errors/invalid-queue-option-error.ts";
import type { Signature } from "../storage/run-row.ts";

/** Control characters, separators of lines, and characters that turn the direction of a text. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const name = z.string().trim().min(1).max(100);

/** @internal @throws {InvalidQueueOptionError} if it is no name of a person */
export function checkName(by: unknown): void {
  const { data } = name.safeParse(by);
  if (data === undefined || HIDDEN.test(data))
    throw new InvalidQueueOptionError("by", "a name of 1 to 100 characters without control characters", by);
}

/** @internal @throws {InvalidQueueOptionError} */
export function checkSignature({ by, expected, why }: Signature): void {
  checkName(by);
  if (typeof expected !== "string" || expected === "")
    throw new InvalidQueueOptionError("expected", "the thread's state as a preview has told it", expected);
  if (why !== undefined && (typeof why !== "string" || why.length > 1000))
    throw new InvalidQueueOptionError("why", "a text of at most 1,000 characters", why);
}
