import { type RunView, runText, type ThreadSource, type ThreadView } from "@langgraph-rollback/inspector";
import { counted, printable } from "@langgraph-rollback/inspector/shared";

import { withSource } from "../data/open-where.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { lineWidth } from "../terminal/line-width.ts";
import type { Output } from "../terminal/output.ts";
import { showOrigin } from "./show-origin.ts";
import type { ShowCommandOptions } from "./show-options.ts";
import { showStep } from "./show-step.ts";

/**
 * Shows a run of a thread, or a part of it.
 *
 * @throws {CommandFailedError} if there is no such thread, run, attempt or step
 */
export async function runShowCommand(
  where: string,
  thread: string | undefined,
  options: ShowCommandOptions,
  output: Output,
): Promise<void> {
  const { attempt, json, origin, step } = options;
  if (step !== undefined && origin !== undefined)
    throw new UsageError("Expected `--step` or `--origin`, got both.");
  await withSource([where], options, async (source) => {
    const view = await threadIn(source, thread);
    const run = runOf(view, options);
    const shown = { source, thread: view.id, run };
    if (attempt !== undefined) attemptOf(run, attempt);
    if (origin !== undefined) return showOrigin(shown, { ...options, origin }, output);
    if (step !== undefined) return showStep(shown, { ...options, step }, output);
    const attempts = run.attempts.filter((each) => attempt === undefined || each.attempt === attempt);
    output.print(
      json === true
        ? JSON.stringify({ thread: view.id, ...run, attempts }, undefined, 2)
        : runText(view, { ...options, width: lineWidth(output) }),
    );
    return undefined;
  });
}

async function threadIn(source: ThreadSource, id: string | undefined): Promise<ThreadView> {
  const thread = id ?? (await source.list(1)).threads[0]?.id;
  const view = thread === undefined ? undefined : await source.thread(thread);
  if (view !== undefined) return view;
  throw new CommandFailedError(
    thread === undefined
      ? `${printable(source.name)} holds no thread.`
      : `${printable(source.name)} holds no thread "${printable(thread)}". \`langgraph-rollback threads\` lists them.`,
  );
}

function runOf({ id, runs }: ThreadView, { run }: ShowCommandOptions): RunView {
  const found = run === undefined ? runs.at(-1) : runs[run - 1];
  if (found !== undefined) return found;
  throw new CommandFailedError(
    `Thread "${printable(id)}" has no run${run === undefined ? "" : ` ${run}`}: it has ${counted(runs.length, "run")} that can be read.`,
  );
}

function attemptOf({ attempts }: RunView, attempt: number): void {
  if (attempts.some((each) => each.attempt === attempt)) return;
  throw new CommandFailedError(
    `There is no attempt ${attempt}: the run has ${counted(attempts.length, "attempt")}.`,
  );
}
