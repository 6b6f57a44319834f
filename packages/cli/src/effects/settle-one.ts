import { printable } from "@langgraph-rollback/inspector/shared";
import type { RunHistory } from "langgraph-rollback";
import { previewActions, settleEffect } from "langgraph-rollback/operator";

import { on } from "../acting/acted-run.ts";
import { effectLine, fit, indented } from "../acting/preview-text.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { Output } from "../terminal/output.ts";
import { graphOver } from "./graph-over.ts";
import type { EffectsCommandOptions } from "./effects-options.ts";

/** Lists the effects of a thread's last run that stand, each with its id and what can be done about it. */
export async function listSettleable(
  [last]: readonly RunHistory[],
  { graph: spec = "", json, thread }: EffectsCommandOptions,
  output: Output,
): Promise<void> {
  const graph = await graphOver(spec, thread, last);
  const { effects } = await previewActions(graph, on(thread));
  if (json === true) return output.print(JSON.stringify(effects, undefined, 2));
  const lines = effects.flatMap((effect) => [
    fit(`${effect.standing}: ${effectLine(effect)}`),
    indented(`can: ${effect.can.length === 0 ? "nothing" : effect.can.join(", ")}`),
    // Whole: it is to be copied.
    `  ${printable(effect.id)}`,
  ]);
  output.print(lines.length === 0 ? "No effect of the last run stands." : lines.join("\n"));
}

/**
 * Undoes, releases or discards one effect.
 *
 * @throws {UsageError} if the options do not say which, and what
 */
export async function settleOne(
  [last]: readonly RunHistory[],
  { by, discard, effect: id, graph: spec, json, release, thread, undo, why }: EffectsCommandOptions,
  output: Output,
): Promise<void> {
  const named = { undo, release, discard };
  const [action, ...others] = (["undo", "release", "discard"] as const).filter(
    (each) => named[each] === true,
  );
  if (action === undefined || others.length > 0)
    throw new UsageError("Expected one of `--undo`, `--release` and `--discard` with `--effect`.");
  if (id === undefined)
    throw new UsageError("Pass `--effect ID`; without an action, `effects` with `--graph` lists the ids.");
  if (spec === undefined)
    throw new UsageError(
      "Pass `--graph MODULE#EXPORT`, the agent that knows how the effect is undone or carried out.",
    );
  const graph = await graphOver(spec, thread, last);
  const { expected } = await previewActions(graph, on(thread));
  const request = { effect: id, action, by, expected, ...(why === undefined ? {} : { why }) };
  const settled = await settleEffect(graph, on(thread), request);
  output.print(
    json === true
      ? JSON.stringify(settled, undefined, 2)
      : fit(`attempt ${settled.attempt}, ${settled.standing}: ${effectLine(settled)}`),
  );
}
