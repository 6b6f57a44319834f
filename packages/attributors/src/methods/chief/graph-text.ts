import { asLine } from "../../asking/text/frame.ts";
import { roleInLoop, type CausalGraph } from "./graph.ts";

/** @internal The subtasks as a model reads them, one a line; they and their steps counted from 1. */
export function subtasksText(
  graph: Pick<CausalGraph, "subtasks">,
  shown: { readonly oracles: boolean; readonly only?: ReadonlySet<number> | undefined },
): string {
  return graph.subtasks
    .flatMap(({ name, goal, needs, yields, start, end, oracle }, index) => {
      if (shown.only?.has(index) === false) return [];
      return asLine({
        subtask: index + 1,
        name,
        steps: `${start + 1}-${end + 1}`,
        ...(shown.oracles ? { shouldBe: oracle } : { goal, needs, yields }),
      });
    })
    .join("\n");
}

/** @internal The agents in each subtask with what they did, one a line. */
export function agentsText({ agents }: Pick<CausalGraph, "agents">, only?: ReadonlySet<number>): string {
  return agents
    .filter(({ subtask }) => only?.has(subtask) !== false)
    .map(({ subtask, agent, steps, otar }) =>
      asLine({ subtask: subtask + 1, agent, steps: steps.map((step) => step + 1), ...otar }),
    )
    .join("\n");
}

/** @internal Edges between subtasks and between agents with their patterns, edges between steps, and loops. */
export function edgesText(graph: CausalGraph): string {
  const subtaskLines = graph.subtaskEdges
    .filter(({ patterns }) => patterns.length > 0)
    .map(({ from, to, type, patterns }) =>
      asLine({ fromSubtask: from + 1, toSubtask: to + 1, type, patterns }),
    );
  const agentLines = graph.agentEdges.map(({ subtask, from, to, type, patterns }) =>
    asLine({ subtask: subtask + 1, fromAgent: from, toAgent: to, type, patterns }),
  );
  const stepLines = graph.stepEdges.map(({ from, to, output, input }) =>
    asLine({ fromStep: from + 1, toStep: to + 1, output, input }),
  );
  return [...subtaskLines, ...agentLines, ...stepLines, ...loopLines(graph)].join("\n");
}

function loopLines({ loops }: CausalGraph): readonly string[] {
  return loops.map((loop, index) => {
    const steps = Array.from({ length: loop.end - loop.start + 1 }, (_, offset) => loop.start + offset);
    const having = (role: string): readonly number[] =>
      steps.filter((step) => roleInLoop(loop, step) === role).map((step) => step + 1);
    return asLine({
      loop: index + 1,
      stepsInARound: loop.period,
      entry: having("entry"),
      inside: having("inside"),
      exit: having("exit"),
    });
  });
}
