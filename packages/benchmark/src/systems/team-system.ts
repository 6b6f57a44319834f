import { plainTrajectory, readTrajectory, RecordingSaver, withRollback } from "langgraph-rollback";
import { plantFaults } from "langgraph-rollback/planting";
import {
  createTeamGraph,
  simulatedSolver,
  teamInput,
  type TeamMistake,
  verifyAnswer,
} from "@langgraph-rollback/example-gsm8k-team/team";
import {
  createMistakeLedger,
  loadProblems,
  plantedFaultNote,
  type SimulationRates,
} from "@langgraph-rollback/example-simulation";

import { countedModel } from "./counted-model.ts";

import { numberedIds } from "./numbered-ids.ts";
import type { System } from "./system.ts";
import { problemsById } from "./task-problem.ts";
import { told } from "./told.ts";

/** The team of examples/gsm8k-team: planner, solver, checker, answerer. */
export async function teamSystem(rates: Partial<SimulationRates> = {}): Promise<System> {
  const problems = await loadProblems();
  const problemOf = problemsById(problems);
  const ledger = createMistakeLedger<TeamMistake>();
  const { model, tokens } = countedModel(simulatedSolver({ problems, rates, onMistake: ledger.record }));
  const verify = verifyAnswer(problems);
  return {
    name: "team",
    problems: problems.map(({ id }) => id),
    tokens,
    async plant(task, planting) {
      const input = teamInput(problemOf(task), task.seed);
      const planted = plantFaults(createTeamGraph(model), [{ id: task.id, input }], {
        ...planting,
        ids: numberedIds(task.id),
        verify,
        fault: ({ seed }) => ({ note: plantedFaultNote(seed) }),
      });
      for await (const run of planted) return run;
      throw new Error("Expected one run for one task, got none.");
    },
    async run(task, { saver, threadId }) {
      const graph = createTeamGraph(model, new RecordingSaver(saver));
      const thread = { configurable: { thread_id: threadId } };
      const output = await graph.invoke(teamInput(problemOf(task), task.seed), thread);
      const mistake = ledger.firstMistake(task.problem, task.seed, ({ step }) => step)?.step;
      return {
        ok: verify({ output }).ok,
        trajectory: { ...plainTrajectory(await readTrajectory(graph, thread)), id: task.id },
        ...(mistake === undefined ? {} : { mistake }),
      };
    },
    async rollBack({ saver, threadId }, options, onJudged) {
      const graph = withRollback(createTeamGraph(model, saver), {
        ...options,
        ids: numberedIds(`${threadId}/rollback`),
        verify: (run) => told(verify(run), run, onJudged),
      });
      await graph.invoke(null, { configurable: { thread_id: threadId } });
    },
    async retryNodes({ saver, threadId }) {
      const graph = Object.assign(createTeamGraph(model, saver), { retryPolicy: { maxAttempts: 4 } });
      const output = await graph.invoke(null, { configurable: { thread_id: threadId } });
      return verify({ output }).ok;
    },
  };
}
