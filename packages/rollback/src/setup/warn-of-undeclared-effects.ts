import { declaredEffectOf } from "../effects/declaring/declared-effect.ts";
import { nameOfTool, toolsOfGraph } from "../effects/intercepting/tools-of-graph.ts";
import { warn } from "../errors/warn.ts";
import type { CompiledGraph } from "../langgraph/compiled-graph.ts";
import type { ResolvedOptions } from "./rollback-options.ts";

/** Graphs are made anew for each request: each tool is warned about once. */
const said = new Set<string>();

const NAMED = 5;

/** @internal Says once that nothing is known of what a graph's tools do outside of it. */
export function warnOfUndeclaredEffects(
  graph: CompiledGraph,
  { effects, maxRollbacks, mode }: ResolvedOptions,
): void {
  if (effects !== undefined || maxRollbacks === 0 || mode === "observe") return;
  const undeclared = toolsOfGraph(graph).filter((tool) => declaredEffectOf(tool) !== "read-only");
  const names = [...new Set(undeclared.flatMap((tool) => nameOfTool(tool) ?? []))];
  const key = JSON.stringify(names);
  if (names.length === 0 || said.has(key)) return;
  said.add(key);
  const shown = names.slice(0, NAMED).map((name) => JSON.stringify(name));
  const rest = names.length - shown.length;
  warn(
    `This graph has tools (${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}), and \`effects\` is not given: a rollback does not undo what they did outside of the graph, and the next attempt may do it again. Say in \`effects\` how they are undone, or that they are "read-only"; see docs/side-effects.md.`,
    "RollbackEffectsWarning",
    "EFFECTS_UNDECLARED",
  );
}
