import type { Problem } from "@langgraph-rollback/example-simulation";

import type { SystemTask } from "./system.ts";

/** Finds the problems of tasks. @throws {RangeError} on a task about a problem that is not among them */
export function problemsById(problems: readonly Problem[]): (task: SystemTask) => Problem {
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  return ({ problem }) => {
    const found = byId.get(problem);
    if (found === undefined) throw new RangeError(`Expected the id of a problem, got ${problem}.`);
    return found;
  };
}
