import { MemorySaver } from "@langchain/langgraph";
import { recoveryOf } from "@langgraph-rollback/attribution";
import { loadProblems, type Problem } from "@langgraph-rollback/example-simulation";
import { type AgentLearning, readLearning, settleLearning, withRollback } from "langgraph-rollback";
import { restart } from "langgraph-rollback/policies";
import { simulatedSolver } from "../simulated/simulated-solver.ts";
import { createTeamGraph } from "../team/team-graph.ts";
import { verifyAnswer } from "../team/verify-answer.ts";
import type { Narrator } from "./narrator.ts";
import { plainTable } from "./plain-table.ts";
import { wrapped } from "./printable.ts";
import { runTask, type TaskRun } from "./run-task.ts";
import type { TeamTask } from "./team-task.ts";

/** How long the team learns. */
export interface LearnDemoOptions {
  /** Failed runs; default 200. */
  readonly failures?: number;
  /** Failed runs of a row of the table; default 50. */
  readonly block?: number;
}

/** A failed run as the learning team rolled it back, and as restarts did. */
interface LearntTask {
  readonly learnt: TaskRun;
  readonly restarted: TaskRun;
}

/** A team that begins with nothing and learns from its own failed runs: before, after 50 and after 200 failures, on one screen. The model is simulated. */
export async function learnDemo(
  narrator: Narrator,
  { block = 50, failures = 200 }: LearnDemoOptions = {},
): Promise<void> {
  narrator.title("A team of agents that learns from its own failed runs (simulated model)");
  narrator.say(
    wrapped(
      "It begins with nothing: no label, no calibration. Each failed run is rolled back, and replayed on a copy in the background. From the verdicts it learns where its mistakes lie.",
      narrator.width,
    ),
  );
  const saver = new MemorySaver();
  const { replayed, runs } = await learntRuns(saver, failures, narrator);
  const [learning] = await readLearning(saver);
  narrator.say(rowsOf(runs, block));
  narrator.end(
    wrapped(
      [...(learning === undefined ? [] : promisesOf(learning)), replaysIn(replayed, failures)].join("\n"),
      narrator.width,
    ),
  );
}

async function learntRuns(
  checkpointer: MemorySaver,
  failures: number,
  narrator: Narrator,
): Promise<{ readonly runs: readonly LearntTask[]; readonly replayed: number }> {
  const problems = await loadProblems();
  const model = simulatedSolver({ problems });
  const verify = verifyAnswer(problems);
  let [made, replayed] = [0, 0];
  const learning = withRollback(createTeamGraph(model, checkpointer), {
    verify,
    // What is drawn depends on them: the same figures each time.
    ids: () => `id-${(made += 1)}`,
    learn: {
      replays: {
        onReplayed: ({ executed }) => {
          replayed += executed;
        },
      },
    },
  });
  const restarting = withRollback(createTeamGraph(model, new MemorySaver()), { verify, policy: restart() });
  const progress = narrator.start(`Running the team until ${failures} runs have failed`, failures);
  const runs: LearntTask[] = [];
  for (const task of tasksOn(problems)) {
    if (runs.length === failures) break;
    const learnt = await runTask(learning, task);
    if (learnt.status === "succeeded") continue;
    await settleLearning(learning);
    runs.push({ learnt, restarted: await runTask(restarting, task) });
    progress.advance(`${runs.length} failed`);
  }
  progress.done(`${runs.length} runs have failed, been rolled back, and taught the team.`);
  return { runs, replayed };
}

function* tasksOn(problems: readonly Problem[]): Generator<TeamTask, void> {
  for (let seed = 1; ; seed += 1)
    for (const problem of problems) yield { id: `${problem.id}-seed-${seed}`, problem, seed };
}

function rowsOf(runs: readonly LearntTask[], block: number): string {
  const head = ["failed runs", "recovered", "restarting", "steps redone", "restarting", "of its"];
  const table = plainTable(head, ["left", "right", "right", "right", "right", "right"]);
  for (let from = 0; from < runs.length; from += block) {
    const part = runs.slice(from, from + block);
    const [own, other] = [part.map(({ learnt }) => learnt), part.map(({ restarted }) => restarted)];
    const [redone, restarted] = [redoneBy(own), redoneBy(other)];
    table.push([
      `${from + 1} to ${from + part.length}`,
      ...[own, other].map((all) => String(all.filter(({ status }) => status === "recovered").length)),
      String(redone),
      String(restarted),
      `${Math.round((100 * redone) / restarted)} %`,
    ]);
  }
  return table.toString();
}

const redoneBy = (runs: readonly TaskRun[]): number =>
  runs.reduce((sum, { steps }) => sum + steps.slice(1).reduce((all, each) => all + each, 0), 0);

function promisesOf({ state, states }: AgentLearning): readonly string[] {
  const versions = states.filter(({ change }) => change === "version").length;
  return [
    `${versions} ${versions === 1 ? "version" : "versions"} came into force; the last one knew ${state.version.failures} failed runs.`,
    state.promise === undefined
      ? "Nothing is promised yet: too few runs have failed under the version in force."
      : recoveryOf(state.promise).reason,
    "Of the first mistake nothing is promised: nobody has labelled one.",
  ];
}

const replaysIn = (steps: number, failures: number): string =>
  `The replays executed ${steps} steps, ${(steps / failures).toFixed(1)} a failed run, beside those in the table.`;
