import { type Problem, loadProblems } from "@langgraph-rollback/example-simulation";
import { HumanMessage } from "@langchain/core/messages";
import { expect, inject, test } from "vitest";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { runTeam } from "../testing/run-team.ts";
import type { TeamMistake } from "./respond.ts";
import { simulatedSolver } from "./simulated-solver.ts";

const problems = await loadProblems();
const [seeds, tried] = inject("allRounds") ? [[1, 2], problems] : [[1], problems.slice(0, 80)];

/** How many runs at least get as far as their first mistake again. */
const REACHED = inject("allRounds") ? 150 : 30;
const rates = { error: 0.15 };
const runs = await Promise.all(
  seeds.flatMap((seed) => tried.map((problem) => runTeam(problem, seed, rates))),
);
const mistaken = runs.flatMap((run) => (run.first === undefined ? [] : [{ ...run, step: run.first.step }]));

/**
 * Share of the mistaken runs that make their first mistake again when they start afresh under a note. Runs that a new
 * mistake leads astray before they get there are left out.
 */
async function repeatShare(noteOn: (texts: readonly string[], wrong: number) => string): Promise<number> {
  const repeated = await Promise.all(
    mistaken.map(async ({ problem, seed, texts, step }) => {
      const made = await rerun(problem, seed, noteOn(texts, step));
      if (made.some((mistake) => mistake.step < step)) return [];
      return [made.some((mistake) => mistake.cause === "repeated" && mistake.step === step)];
    }),
  );
  const reached = repeated.flat();
  expect(reached.length).toBeGreaterThan(REACHED);
  return reached.filter(Boolean).length / reached.length;
}

async function rerun(problem: Problem, seed: number, note: string): Promise<readonly TeamMistake[]> {
  const made: TeamMistake[] = [];
  const model = simulatedSolver({
    problems,
    rates,
    onMistake: (mistake) => made.push(mistake),
  });
  const input = teamInput(problem, seed);
  await createTeamGraph(model).invoke({ ...input, messages: [...input.messages, new HumanMessage(note)] });
  return made;
}

/** Steps as the default replanning note of langgraph-rollback quotes them. */
const quoted = (texts: readonly string[]): string =>
  texts.map((text, index) => `> step ${index + 1} ("agent", 0.50): ${JSON.stringify(text)}`).join("\n");

/** Four standard errors of a share of so many runs at least. */
const margin = (share: number): number => 4 * Math.sqrt((share * (1 - share)) / REACHED);

test("a note without the failed trace leaves nine mistakes in ten to be made again", async () => {
  const share = await repeatShare(() => "The answer was wrong. Please try again, with more care.");
  expect(Math.abs(share - 0.9)).toBeLessThan(margin(0.9));
});

test("a note that shows the wrong step as suspect leaves one in ten", async () => {
  const share = await repeatShare(
    (texts, wrong) => `These steps are suspect:\n${quoted(texts.slice(wrong))}`,
  );
  expect(Math.abs(share - 0.1)).toBeLessThan(margin(0.1));
});

test("a note that shows the wrong step among those that stay valid helps no more than one that does not show it", async () => {
  const share = await repeatShare((texts, wrong) => {
    const [valid, suspect] = [texts.slice(0, wrong + 1), texts.slice(wrong + 1)];
    return `These steps stay valid:\n${quoted(valid)}\nThese steps are suspect:\n${quoted(suspect)}`;
  });
  // A later step now and then goes wrong in the same way, which counts as showing it.
  expect(share).toBeGreaterThan(0.9 - margin(0.9) - 0.05);
});
