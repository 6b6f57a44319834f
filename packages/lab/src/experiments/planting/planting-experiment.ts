import { MemorySaver } from "@langchain/langgraph";
import { trajectorySeed } from "@langgraph-rollback/attribution/draws";

import { share, table } from "../../documents/table.ts";
import { tasksOn } from "../../failures/problem-split.ts";
import { SYSTEM_NAMES, systemNamed } from "../../systems/systems.ts";
import type { Claim, Experiment } from "../experiment.ts";

const TASKS = { full: 200, quick: 20 } as const;

/** Outcome of tasks into whose runs a fault was to be planted. */
interface PlantingFigures {
  readonly system: string;
  readonly tasks: number;
  /** Runs that were right before. */
  readonly right: number;
  /** Those of them that failed for the fault. */
  readonly failed: number;
  /** Mean of the runs before. */
  readonly steps: number;
}

/** How often a planted fault fails a run. */
export const plantingExperiment: Experiment = {
  name: "planting",
  question: "How often does one planted fault fail a run (simulated model)",
  run: async ({ isQuick, onProgress, seed }) => {
    const figures: PlantingFigures[] = [];
    for (const name of SYSTEM_NAMES) {
      figures.push(await plantInto(name, isQuick ? TASKS.quick : TASKS.full, seed));
      onProgress(figures.length, SYSTEM_NAMES.length);
    }
    const markdown = plantingMarkdown(figures);
    return { markdown, summary: markdown, figures, charts: {}, claims: [outvoted(figures)] };
  },
};

/** Claim of the document about DyLAN. */
function outvoted(figures: readonly PlantingFigures[]): Claim {
  const failing = ({ failed, right }: PlantingFigures): number => failed / right;
  const [dylan] = figures.filter(({ system }) => system === "DyLAN").map(failing);
  const others = figures.filter(({ system }) => system !== "DyLAN").map(failing);
  return {
    sentence: "A planted fault fails a smaller share of DyLAN's runs than of any other system's.",
    holds: (dylan ?? 1) < Math.min(...others),
    measured: `${(dylan ?? 1).toFixed(2)}, the others ${others.map((each) => each.toFixed(2)).join(" and ")}`,
  };
}

async function plantInto(name: string, count: number, seed: number): Promise<PlantingFigures> {
  const system = await systemNamed(name);
  let [tasks, right, failed, steps] = [0, 0, 0, 0];
  for (const task of tasksOn(system.problems, seed)) {
    if (tasks === count) break;
    tasks += 1;
    const run = await system.plant(task, {
      seed: trajectorySeed({ id: `${seed}:${task.id}` }),
      checkpointer: new MemorySaver(),
      eligible: () => true,
    });
    if (run.base?.ok === true) right += 1;
    if (run.status === "labelled") failed += 1;
    steps += run.base?.steps ?? 0;
  }
  return { system: name, tasks, right, failed, steps: steps / tasks };
}

/** Markdown for the document. */
export const plantingMarkdown = (figures: readonly PlantingFigures[]): string =>
  table(
    ["", "tasks", "steps a run", "right before", "fault planted", "failed for it"],
    figures.map(({ failed, right, steps, system, tasks }) => [
      system,
      String(tasks),
      steps.toFixed(1),
      share(right / tasks),
      String(right),
      String(failed),
    ]),
  );
