import {
  chooseModel,
  type ChosenModel,
  createMistakeLedger,
  type Environment,
  loadProblems,
  type Problem,
  type SeededModel,
} from "@langgraph-rollback/example-simulation";
import type { DemoOptions } from "./demo-options.ts";
import type { TeamMistake } from "../simulated/respond.ts";
import { simulatedSolver } from "../simulated/simulated-solver.ts";
import { divideProblems, type TaskDivision } from "./team-task.ts";

/** Whom the demo asks about what. */
export interface DemoSetting {
  readonly options: DemoOptions;
  readonly chosen: ChosenModel<SeededModel>;
  readonly problems: readonly Problem[];
  readonly tasks: TaskDivision;
  /** The first mistake of a fresh task's first attempt, 0-based; undefined when there is none or nobody knows. */
  readonly faultyStep: (threadId: string) => number | undefined;
}

export async function demoSetting(options: DemoOptions, env: Environment): Promise<DemoSetting> {
  const problems = await loadProblems();
  const ledger = createMistakeLedger<TeamMistake>();
  const chosen = chooseModel(env, () => simulatedSolver({ problems, onMistake: ledger.record }));
  const tasks = divideProblems(problems, options);
  const fresh = new Map(tasks.fresh.map((task) => [task.id, task]));
  return {
    options,
    chosen,
    problems,
    tasks,
    faultyStep(threadId) {
      const task = fresh.get(threadId);
      return task && ledger.firstMistake(task.problem.id, task.seed, ({ step }) => step)?.step;
    },
  };
}

export function titleOf({ chosen }: DemoSetting): string {
  return `A team of agents on GSM8K problems, with rollback (${chosen.name})`;
}
