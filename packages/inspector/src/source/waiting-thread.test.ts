import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { expect, it } from "vitest";

import { recordWaiting } from "../fixtures/recorded-threads.ts";
import { rollbackMarkdown } from "../picture/rollback-markdown.ts";
import { runBriefOf } from "../pilots/run-brief.ts";
import { outcomeWords } from "../shared/words/outcome-words.ts";
import { questionWords } from "../shared/words/question-words.ts";
import { rollbackWords } from "../shared/words/rollback-words.ts";
import { storyText } from "../shared/words/run-story.ts";
import { checkpointerSource } from "./checkpointer-source.ts";

const saver = new MemorySaver();
await recordWaiting(saver, 'a "thread"');
const source = checkpointerSource(saver, "memory");
const run = (await source.thread('a "thread"'))?.runs[0];
if (run?.attempts[0] === undefined) throw new Error("There is no attempt.");
const [attempt] = run.attempts;

it("shows a rollback that waits for an answer with verdict, scores and set, and what would be done", () => {
  expect(run).toMatchObject({ status: "interrupted", reason: "Attempt 1 waits for an answer." });
  expect(attempt).toMatchObject({
    outcome: { ok: false, reason: "45 is wrong" },
    approval: "waits",
    attribution: { scores: [expect.any(Number), expect.any(Number), expect.any(Number)] },
    proposed: {
      step: 0,
      kept: 0,
      redone: 3,
      question: expect.stringContaining("45 is wrong"),
      note: expect.any(String),
    },
  });
  expect([attempt?.decision, attempt?.rewind, attempt?.planned]).toEqual([undefined, undefined, undefined]);
  expect(attempt && outcomeWords(attempt).word).toBe("rejected");
});

it("says how to answer, with the thread's id as code has it", () => {
  const words = attempt && questionWords('a "thread"', attempt);
  expect(words?.waits).toBe("The rollback of attempt 1 waits for an answer.");
  expect(words?.answers.map(({ call }) => call)).toEqual([
    String.raw`graph.invoke(new Command({ resume: true }), {"configurable":{"thread_id":"a \"thread\""}})`,
    String.raw`graph.invoke(new Command({ resume: false }), {"configurable":{"thread_id":"a \"thread\""}})`,
    String.raw`graph.invoke(new Command({ resume: { decision: "approve", step: 0, note: "…" } }), {"configurable":{"thread_id":"a \"thread\""}})`,
  ]);
});

it("tells it in the list, in the story, in the summary and to the pilot", async () => {
  expect((await source.list(1)).threads[0]).toMatchObject({
    status: "interrupted",
    reason: "45 is wrong",
    set: { size: 3, steps: 3, status: "unbounded" },
  });
  expect(storyText(run)).toBe(
    "Failed: 45 is wrong. It is retried from the start if a human approves. The rollback waits for an answer.",
  );
  expect(attempt && rollbackWords(attempt)).toMatchObject({
    undone:
      "Attempt 1 would be rewound to the start of the turn: steps 1 to 3 would be undone and run again.",
    notUndone: "Nothing is done before a human answers.",
  });
  expect(rollbackMarkdown(run)).toContain("The rollback waits for an answer: ");
  expect(runBriefOf("t", run)?.judged).toMatchObject({
    ended: "rejected",
    redone: { kind: "planned", steps: 3 },
  });
});
