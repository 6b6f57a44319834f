import { Command } from "@langchain/langgraph";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { expect, it } from "vitest";

import { recordPlainQuestion, recordWaiting } from "../fixtures/recorded-threads.ts";
import { rollbackMarkdown } from "../picture/rollback-markdown.ts";
import { runBriefOf } from "../pilots/run-brief.ts";
import { outcomeWords } from "../shared/words/outcome-words.ts";
import { questionWords } from "../shared/words/question-words.ts";
import { rollbackWords } from "../shared/words/rollback-words.ts";
import { storyText } from "../shared/words/run-story.ts";
import { askedRollbackIn } from "./asked-rollback.ts";
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
  const [question] = run.waits?.questions ?? [];
  const words = question && questionWords('a "thread"', question);
  expect(words?.waits).toBe("The rollback of attempt 1 waits for an answer.");
  const config = String.raw`{ configurable: { thread_id: "a \"thread\"" } }`;
  const call = (answer: string) =>
    `graph.invoke(new Command({ resume: { "${question?.id}": ${answer} } }), ${config})`;
  expect(question?.id).toMatch(/^[0-9a-f]{32}$/);
  expect(words?.answers.map((each) => each.call)).toEqual([
    call('{ decision: "approve" }'),
    call('{ decision: "decline" }'),
    call('{ decision: "approve", step: 0, note: "…" }'),
  ]);
});

it("says how to answer a run of a queue", () => {
  const [question] = run.waits?.questions ?? [];
  const words = question && questionWords('a "thread"', question, 'run "1"');
  expect(words?.answers[0]?.call).toBe(
    String.raw`queue.answer({ runId: "run \"1\"" }, { decision: "approve" })`,
  );
});

it("takes the answer that it names, in the words that it gives", async () => {
  const other = new MemorySaver();
  const asking = await recordWaiting(other, "t");
  const [question] = (await checkpointerSource(other, "memory").thread("t"))?.runs[0]?.waits?.questions ?? [];
  const resume = { [question?.id ?? ""]: { decision: "decline" } };
  await asking.invoke(new Command({ resume }), { configurable: { thread_id: "t" } });
  const after = await checkpointerSource(other, "memory").thread("t");
  expect(after?.runs[0]).toMatchObject({ status: "gave-up", attempts: [{ approval: "declined" }] });
  expect(after?.runs[0]?.waits).toBeUndefined();
});

it("tells what an answer decides about", () => {
  const [question] = run.waits?.questions ?? [];
  const words = question && questionWords('a "thread"', question);
  expect(Object.fromEntries((words?.facts ?? []).map((fact) => [fact.name, fact.words]))).toEqual({
    "Would be undone": "steps 1 to 3 of 3",
    "Highest scores": "all steps are alike",
    Set: "no bound",
    Effects: "none is known outside of the graph",
    "Spent so far": "3 steps, 30 tokens in and 6 out",
  });
  expect(words?.note).toContain("45 is wrong");
});

it("shows the question of an agent that nobody judges, and since when it is open", async () => {
  const plain = new MemorySaver();
  await recordPlainQuestion(plain, "t");
  const plainSource = checkpointerSource(plain, "memory");
  const since = expect.stringMatching(/^\d{4}-.*Z$/);
  expect((await plainSource.list(1)).threads[0]).toMatchObject({
    status: "interrupted",
    waits: { since, asks: '{"ask":"May I <b>pay</b>?"}' },
  });
  const [asked] = (await plainSource.thread("t"))?.runs ?? [];
  expect(asked).toMatchObject({ status: "interrupted", waits: { since, questions: [{}] } });
  const [question] = asked?.waits?.questions ?? [];
  expect(question && questionWords("t", question)).toMatchObject({
    waits: "The agent waits for an answer.",
    facts: [],
    answers: [{ call: expect.stringContaining(`resume: { "${question?.id}": "…" }`) }],
  });
});

it("reads an interrupt that only looks like a question about a rollback as any other", () => {
  expect(askedRollbackIn({ type: "rollback:approve", attempt: "one" })).toBeUndefined();
});

it("tells it in the list, in the story, in the summary and to the pilot", async () => {
  expect((await source.list(1)).threads[0]).toMatchObject({
    status: "interrupted",
    reason: "45 is wrong",
    set: { size: 3, steps: 3, status: "unbounded" },
    waits: {
      since: run.waits?.since,
      asks: "Attempt 1 failed (45 is wrong); rewound to before step 1 of 3.",
    },
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
