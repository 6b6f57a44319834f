import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { verifyAnswer } from "./verify-answer.ts";

const problem = { id: "p", question: "How much?", answer: 1596, chain: [] };
const verify = (report: string, question = problem.question) =>
  verifyAnswer([problem])({
    output: { messages: [new HumanMessage(question), new AIMessage({ content: report, name: "answerer" })] },
  });

test("accepts the known answer, and never says it when it refuses another", () => {
  expect(verify("ANSWER: 1596")).toEqual({ ok: true });
  expect(verify("ANSWER: 12")).toEqual({ ok: false, reason: "12 is not the answer to the question." });
  expect(verify("no idea")).toEqual({ ok: false, reason: "No line `ANSWER: <number>` was given." });
  expect(verifyAnswer([problem])({ output: undefined })).toMatchObject({ ok: false });
});

test("refuses to judge a problem that it does not know", () => {
  expect(() => verify("ANSWER: 1", "Another question?")).toThrow("no known answer");
});
