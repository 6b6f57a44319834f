import type { CompiledGraph } from "../../langgraph/compiled-graph.ts";
import { declaredEffectOf } from "../declaring/declared-effect.ts";
import type { EffectHandling } from "../declaring/effect-options.ts";
import { nameOfTool, toolsOfGraph } from "./tools-of-graph.ts";

/**
 * @internal How a graph's own tools are undone, by their names, where that is declared beside them: a process that has not seen an effect finds it
 * here. Two tools of one name that are undone in two ways are told apart only by a process that has seen them run; they are not in it.
 */
export function handlingsOfTools(graph: CompiledGraph): ReadonlyMap<string, EffectHandling> {
  const byName = new Map<string, Set<EffectHandling>>();
  for (const tool of toolsOfGraph(graph)) {
    const name = nameOfTool(tool);
    const declared = declaredEffectOf(tool);
    if (name === undefined || typeof declared !== "object") continue;
    byName.set(name, (byName.get(name) ?? new Set()).add(declared));
  }
  return new Map(
    [...byName].flatMap(([name, all]) => {
      const [handling] = all;
      return all.size === 1 && handling !== undefined ? [[name, handling] as const] : [];
    }),
  );
}
