import { z } from "zod";

import type { GivenLabel, Label } from "../shared/labels/label.ts";
import type { Inspected } from "./inspected.ts";
import { RequestRefused } from "./request-refused.ts";

/** The label to retract. */
export const retraction: z.ZodType<{ readonly id: string }> = z.strictObject({ id: z.string().max(1000) });

/**
 * Keeps a label.
 * @throws {RequestRefused} if there is no such attempt, or it is not as it was when it was looked at
 */
export async function addLabel(
  { source, labels, labeller, convention }: Inspected,
  given: GivenLabel,
): Promise<Label> {
  const thread = await source.thread(given.thread);
  const run = thread?.runs.find(({ run: id }) => id === given.run);
  const attempt = run?.attempts.find(({ attempt: number }) => number === given.attempt);
  if (attempt === undefined) throw new RequestRefused("NOT_FOUND", "There is no such attempt to label.");
  if (attempt.steps.length !== given.steps)
    throw new RequestRefused(
      "ATTEMPT_CHANGED",
      `The attempt has ${attempt.steps.length} steps by now. Look at it again, then label it.`,
    );
  return labels.add({ convention, ...given, labeller });
}

/** @throws {RequestRefused} if no such label stands */
export async function retractLabel(
  { labels }: Inspected,
  { id }: z.infer<typeof retraction>,
): Promise<object> {
  if (await labels.retract(id)) return {};
  throw new RequestRefused("NOT_FOUND", "There is no such label, or it has been retracted.");
}
