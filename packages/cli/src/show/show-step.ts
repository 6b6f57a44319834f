import { type RunView, stepText, type ThreadSource } from "@langgraph-rollback/inspector";
import { counted, unreadInWords } from "@langgraph-rollback/inspector/shared";
import { unreadFrom, valueLinks } from "@langgraph-rollback/attribution/trajectory";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { lineWidth } from "../terminal/line-width.ts";
import type { Output } from "../terminal/output.ts";
import type { ShowCommandOptions } from "./show-options.ts";

/** A run, and where it was read. */
export interface ShownRun {
  readonly source: ThreadSource;
  readonly thread: string;
  readonly run: RunView;
}

/**
 * Shows all of a step, and where its values came from.
 *
 * @throws {CommandFailedError} if there is no such step
 */
export async function showStep(
  { run, source, thread }: ShownRun,
  { attempt, json, step }: ShowCommandOptions & { readonly step: number },
  output: Output,
): Promise<void> {
  const view =
    attempt === undefined ? run.attempts.at(-1) : run.attempts.find((each) => each.attempt === attempt);
  const row = view?.steps[step - 1];
  if (view === undefined || row === undefined)
    throw new CommandFailedError(
      `There is no step ${step}: attempt ${view?.attempt ?? 1} has ${counted(view?.steps.length ?? 0, "step")}.`,
    );
  const address = { thread, run: run.run, attempt: view.attempt, step: step - 1 };
  const detail = await source.step(address);
  const trajectory = await source.trajectory(address);
  const unread = trajectory && unreadFrom(trajectory);
  if (unread !== undefined) output.printError(`warning: values: ${unreadInWords(unread)}`);
  const links =
    trajectory === undefined ? [] : valueLinks(trajectory).filter(({ to }) => to === address.step);
  output.print(
    json === true
      ? JSON.stringify({ ...row, ...detail, links }, undefined, 2)
      : stepText(view, row, detail, links, lineWidth(output)),
  );
}
