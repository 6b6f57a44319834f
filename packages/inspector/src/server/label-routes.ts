import type { Context } from "hono";
import { z } from "zod";

import type { Label } from "../shared/labels/label.ts";
import type { Inspected } from "./inspected.ts";
import { newLabelBody } from "./new-label-body.ts";
import { readBody } from "./read-request.ts";
import type { ServerEnvironment } from "./request-guard.ts";
import { RequestRefused } from "./request-refused.ts";

const retraction = z.strictObject({ id: z.string().max(1000) });

/**
 * Keeps a label.
 * @throws {RequestRefused} if there is no such attempt, or it is not as it was when it was looked at
 */
export async function addLabel(inspected: Inspected, context: Context<ServerEnvironment>): Promise<Label> {
  const { source, labels, labeller, convention } = inspected;
  const given = await readBody(context, newLabelBody);
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
  context: Context<ServerEnvironment>,
): Promise<object> {
  const { id } = await readBody(context, retraction);
  if (await labels.retract(id)) return {};
  throw new RequestRefused("NOT_FOUND", "There is no such label, or it has been retracted.");
}
