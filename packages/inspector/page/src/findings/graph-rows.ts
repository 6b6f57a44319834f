import type {
  AgentNodeView,
  CausalGraphView,
  EdgeView,
  SubtaskView,
} from "../../../src/shared/view/finding-view.ts";

/** A node of a causal graph as a row: a subtask, or below it an agent that acts in it. */
export type GraphRow =
  | { readonly subtask: SubtaskView; readonly place: number }
  | { readonly agent: AgentNodeView };

/** An edge that leads to a node, with what it stands for. */
export interface Cause {
  /** Row that it comes from. */
  readonly from: number;
  /** Kind of the edge, or "data". */
  readonly type: string;
  readonly patterns: EdgeView["patterns"];
  /** Data that one step gave and another used. */
  readonly data?: {
    readonly from: number;
    readonly to: number;
    readonly output: string;
    readonly input: string;
  };
}

/** Subtasks in order, each followed by its agents. */
export function graphRows({ agents, subtasks }: CausalGraphView): readonly GraphRow[] {
  return subtasks.flatMap((subtask, place): readonly GraphRow[] => [
    { subtask, place },
    ...agents.filter((node) => node.subtask === place).map((agent) => ({ agent })),
  ]);
}

/** The row of the agent that acted in a step; else the first row. */
export function rowOfStep(rows: readonly GraphRow[], step: number | undefined): number {
  return Math.max(
    0,
    rows.findIndex((row) => step !== undefined && "agent" in row && row.agent.steps.includes(step)),
  );
}

/** The edges that lead to a row. Those from nodes that the graph does not have are left out. */
export function causesOf(graph: CausalGraphView, rows: readonly GraphRow[], to: number): readonly Cause[] {
  const row = rows[to];
  if (row === undefined) return [];
  const at = (is: (row: GraphRow) => boolean, cause: Omit<Cause, "from">): readonly Cause[] => {
    const from = rows.findIndex(is);
    return from < 0 || from === to ? [] : [{ from, ...cause }];
  };
  if ("subtask" in row)
    return graph.subtaskEdges
      .filter((edge) => edge.to === row.place)
      .flatMap(({ from, patterns, type }) =>
        at((each) => "subtask" in each && each.place === from, { type, patterns }),
      );
  const { agent, steps, subtask } = row.agent;
  return [
    ...graph.agentEdges
      .filter((edge) => edge.subtask === subtask && edge.to === agent)
      .flatMap(({ from, patterns, type }) =>
        at((each) => "agent" in each && each.agent.subtask === subtask && each.agent.agent === from, {
          type,
          patterns,
        }),
      ),
    ...graph.stepEdges
      .filter((edge) => steps.includes(edge.to))
      .flatMap((data) =>
        at((each) => "agent" in each && each.agent.steps.includes(data.from), {
          type: "data",
          patterns: [],
          data,
        }),
      ),
  ];
}
