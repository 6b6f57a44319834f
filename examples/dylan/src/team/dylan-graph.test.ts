import { AIMessage } from "@langchain/core/messages";
import { type Problem, type SeededModel } from "@langgraph-rollback/example-simulation";
import { expect, test } from "vitest";
import { dylanGraph } from "./dylan-graph.ts";
import { dylanInput } from "./dylan-input.ts";

const problem: Problem = { id: "pens", question: "How many pens?", answer: 6, chain: [] };

/** A model that answers turns as given, in lists by agent, a round each; and who heard whom in which turn. */
function scripted(answers: Readonly<Record<string, readonly (number | string)[]>>) {
  const heard = new Map<string, readonly (string | undefined)[]>();
  const model: SeededModel = {
    async invoke(messages) {
      const turn = /turn, (.+)\.$/.exec(messages.at(-1)?.text ?? "")?.[1] ?? "";
      const [agent = "", round = ""] = turn.split(" in round ");
      const said = messages.filter((message) => AIMessage.isInstance(message));
      heard.set(
        turn,
        said.map(({ name, text }) => `${name} ${text.split(" ")[1]}`),
      );
      return new AIMessage(
        `${agent === "ranker" ? "RANKING" : "ANSWER"}: ${answers[agent]?.[Number(round) - 1]}`,
      );
    },
  };
  return { model, heard };
}

test("ends after the first round when three of four agree", async () => {
  const { model, heard } = scripted({ "agent-1": [6], "agent-2": [7], "agent-3": [6], "agent-4": [6] });
  const output = await dylanGraph({ model }).invoke(dylanInput(problem, 1));
  expect(output.answer).toBe("ANSWER: 6");
  expect(heard.size).toBe(4);
});

test("each agent of the second round reads all solutions of the first", async () => {
  const { model, heard } = scripted({
    "agent-1": [6, 6],
    "agent-2": [7, 6],
    "agent-3": [7, 6],
    "agent-4": [6, 6],
  });
  await dylanGraph({ model }).invoke(dylanInput(problem, 1));
  expect(heard.get("agent-3 in round 1")).toEqual([]);
  expect(heard.get("agent-3 in round 2")).toEqual(["agent-1 6", "agent-2 7", "agent-3 7", "agent-4 6"]);
  expect(heard.size).toBe(8);
});

test("in the third round a ranker reads the second, and only the best two agents work", async () => {
  const { model, heard } = scripted({
    "agent-1": [6, 1],
    "agent-2": [7, 2, 5],
    "agent-3": [8, 3],
    "agent-4": [9, 4, 6],
    ranker: ["", "", "agent-4, agent-2, agent-1, agent-3"],
  });
  const output = await dylanGraph({ model }).invoke(dylanInput(problem, 1));
  expect(heard.get("ranker in round 3")).toEqual(["agent-1 1", "agent-2 2", "agent-3 3", "agent-4 4"]);
  expect([...heard.keys()].filter((turn) => turn.endsWith("3"))).toEqual([
    "ranker in round 3",
    "agent-2 in round 3",
    "agent-4 in round 3",
  ]);
  expect(heard.get("agent-4 in round 3")).toEqual(["agent-1 1", "agent-2 2", "agent-3 3", "agent-4 4"]);
  // They do not agree, so the answer that was given first counts.
  expect(output.answer).toBe("ANSWER: 5");
  expect(output.solutions).toHaveLength(10);
});

test("asks no ranker where there are two rounds", async () => {
  const { model, heard } = scripted({ "agent-1": [1, 1], "agent-2": [2, 2], "agent-3": [3, 3] });
  const output = await dylanGraph({ model, agents: 3, rounds: 2 }).invoke(dylanInput(problem, 1));
  expect(heard.size).toBe(6);
  expect(output.answer).toBe("ANSWER: 1");
});

test("refuses a team without agents or rounds", () => {
  const { model } = scripted({});
  expect(() => dylanGraph({ model, agents: 0 })).toThrow(
    "Expected `agents` to be a whole number above 0, got 0.",
  );
  expect(() => dylanGraph({ model, rounds: 1.5 })).toThrow("`rounds`");
});
