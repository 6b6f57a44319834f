import { DEFAULT_RATES, loadProblems } from "@langgraph-rollback/example-simulation";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { expect, inject, test } from "vitest";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { systemPrompt, turnCue } from "../team/prompts.ts";
import { readProgress } from "../team/read-progress.ts";
import { isAlteredConversation } from "./is-altered-conversation.ts";
import type { TeamMistake } from "./respond.ts";
import { simulatedSolver } from "./simulated-solver.ts";

const problems = await loadProblems();
const rates = { ...DEFAULT_RATES, error: 0.2 };
const model = simulatedSolver({ problems, rates });

/** The answerer's conversation at the end of a run of problem and seed, its messages changed beforehand. */
async function askedAtTheEnd(seed: number, change: (message: BaseMessage) => BaseMessage) {
  const problem = problems[seed] ?? expect.fail();
  const { messages } = await createTeamGraph(model).invoke(teamInput(problem, seed));
  const said = messages.slice(0, -1).map(change);
  return [
    new SystemMessage(systemPrompt("answerer")),
    ...said,
    new HumanMessage(turnCue("answerer", readProgress(said))),
  ];
}

const otherwise = (message: BaseMessage): BaseMessage =>
  message.name === "checker"
    ? new AIMessage({
        content: message.text.replace(/Final figure: .*/, "Final figure: 7777"),
        name: "checker",
      })
    : message;

test("knows a conversation of its own by saying it again, mistakes and all", async () => {
  for (let seed = 0; seed < (inject("allRounds") ? 20 : 5); seed += 1) {
    const own = await askedAtTheEnd(seed, (message) => message);
    expect(isAlteredConversation(own, problems, seed, rates)).toBe(false);
    expect(isAlteredConversation(own, problems, seed + 1000, rates)).toBe(true);
    expect(isAlteredConversation(await askedAtTheEnd(seed, otherwise), problems, seed, rates)).toBe(true);
  }
});

test("after somebody else's words a step goes wrong as often as ever, whether or not it did so before", async () => {
  const made: TeamMistake[] = [];
  const solver = simulatedSolver({ problems, rates, onMistake: (mistake) => made.push(mistake) });
  const runs = inject("allRounds") ? 100 : 40;
  for (let seed = 0; seed < runs; seed += 1)
    await solver.invoke(await askedAtTheEnd(seed, otherwise), { seed });
  expect(made.every(({ cause }) => cause === "fresh")).toBe(true);
  expect(Math.abs(made.length / runs - rates.error)).toBeLessThan(
    4 * Math.sqrt((rates.error * (1 - rates.error)) / runs),
  );
});
