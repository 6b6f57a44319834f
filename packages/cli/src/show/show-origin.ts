import { originOf, unreadFrom } from "@langgraph-rollback/attribution/trajectory";
import { originText } from "@langgraph-rollback/inspector";
import { printable, unreadInWords } from "@langgraph-rollback/inspector/shared";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { lineWidth } from "../terminal/line-width.ts";
import type { Output } from "../terminal/output.ts";
import type { ShowCommandOptions } from "./show-options.ts";
import type { ShownRun } from "./show-step.ts";

/**
 * Tells which step had a text first: in the attempt that is named, or else in the first one that has it.
 *
 * @throws {CommandFailedError} if none has it
 */
export async function showOrigin(
  { run, source, thread }: ShownRun,
  { attempt, json, origin: text }: ShowCommandOptions & { readonly origin: string },
  output: Output,
): Promise<void> {
  if (text.trim() === "") throw new UsageError("Expected `--origin` to name a text, got none.");
  for (const view of run.attempts) {
    if (attempt !== undefined && view.attempt !== attempt) continue;
    const trajectory = await source.trajectory({ thread, run: run.run, attempt: view.attempt });
    const found = trajectory && originOf(trajectory, text);
    const unread = trajectory && unreadFrom(trajectory);
    if (unread !== undefined) output.printError(`warning: attempt ${view.attempt}: ${unreadInWords(unread)}`);
    if (found === undefined) continue;
    output.print(
      json === true
        ? JSON.stringify({ text, attempt: view.attempt, ...found }, undefined, 2)
        : originText(view, text, found, lineWidth(output)),
    );
    return;
  }
  throw new CommandFailedError(
    `No step has "${printable(text)}" word for word, in the same upper and lower case.`,
  );
}
