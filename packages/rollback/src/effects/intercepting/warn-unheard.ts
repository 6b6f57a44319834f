import type { RunnableConfig } from "@langchain/core/runnables";

import { warn } from "../../errors/warn.ts";
import { stampIn } from "../../steps/attempt-stamp.ts";
import { actLogAround } from "./act-context.ts";

/** Code is loaded once and runs often: a name is warned about once. */
const said = new Set<string>();

/**
 * @internal Says once that nobody hears of an effect that is declared in code: its graph runs with rollback and has no `effects`.
 *
 * @param config that it is called with
 */
export function warnUnheard(name: string, config: RunnableConfig = {}): void {
  const stamp = stampIn(config);
  if (actLogAround() !== undefined || stamp === undefined || stamp.isObserved === true || said.has(name))
    return;
  said.add(name);
  warn(
    `${JSON.stringify(name)} is declared as an effect, but the graph that runs it has no \`effects\`: nothing is recorded, and a rollback does not undo it. Give \`effects\` to withRollback, \`{}\` at least; see docs/side-effects.md.`,
    "RollbackEffectsWarning",
    "EFFECTS_UNDECLARED",
  );
}
