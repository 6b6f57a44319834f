import assert from "node:assert/strict";

import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";

import { AnswerLog, type HeardEnd } from "../answers/answer-log.ts";
import { readAnswers } from "../answers/read-answers.ts";
import { listThreads } from "../history/list-threads.ts";
import { type CheckpointerTest, storedCheckpoints, type ThreadConfig } from "./checkpointer-under-test.ts";
import { chain } from "./sample-graphs.ts";

const task = { taskId: "task", namespace: "node:task", superstep: 1 };
const error = { name: "RangeError", message: "'bad' is \"bad\" \\ 坏" };
const message = new ToolMessage({
  content: "é🧵 \ud800",
  tool_call_id: "call-1",
  artifact: { a: [1, null] },
});

/** Ends of calls, in the order in which these begin. */
const ends: readonly HeardEnd[] = [
  { end: "answered", answer: message },
  {
    end: "answered",
    answer: new Command({ update: { messages: [message] }, goto: ["next"], graph: Command.PARENT }),
  },
  { end: "answered", answer: null },
  { end: "answered", answer: { u: undefined, deep: ["0123456789".repeat(10_000)] } },
  { end: "failed", error },
  { end: "open" },
];

/** Stores answers of a run, the last first. */
async function record(
  saver: ConstructorParameters<typeof AnswerLog>[0],
  thread: ThreadConfig,
): Promise<void> {
  const of = { threadId: thread.configurable.thread_id, run: "run", attempt: 1 };
  const log = new AnswerLog(saver, of, { clock: Date.now });
  const tools = ends.map((end, at) => ({
    call: log.begin({ kind: "tool", name: `tool ${at}`, key: `key ${at}`, task }),
    end,
  }));
  const model = log.begin({ kind: "model", name: "model", key: "key", task });
  await log.end(model, {
    end: "answered",
    answer: { messages: [new AIMessage({ content: "said", id: "a" })] },
  });
  for (const { call, end } of tools.toReversed()) await log.end(call, end);
  assert.equal(await log.close(), undefined);
}

/** @internal Tests of what a checkpointer has to store of answers of models and tools: each is one pending write in a namespace of its own. */
export function testAnswers(test: CheckpointerTest): void {
  test("recorded answers come back as they were, in the order in which their calls began", async ({
    open,
    thread,
  }) => {
    await record(await open(), thread);
    const { answers, unreadable } = await readAnswers(await open(), thread.configurable.thread_id, "run");
    assert.equal(unreadable, 0);
    assert.deepEqual(
      answers.map(({ name }) => name),
      [...ends.map((_, at) => `tool ${at}`), "model"],
    );
    const [said, commanded, nothing, big, failed, underWay, model] = answers.map((entry) =>
      entry.end === "answered" ? entry.answer : entry,
    );
    assert.ok(ToolMessage.isInstance(said));
    assert.deepEqual([said.content, said.artifact], ["é🧵 \ud800", { a: [1, null] }]);
    assert.ok(commanded instanceof Command);
    assert.deepEqual([commanded.goto, commanded.graph], [["next"], Command.PARENT]);
    assert.equal(nothing, null);
    assert.deepEqual(big, { u: undefined, deep: ["0123456789".repeat(10_000)] });
    assert.deepEqual(Reflect.get(Object(failed), "error"), error);
    assert.equal(Reflect.get(Object(underWay), "end"), "open");
    assert.equal(JSON.stringify(model).includes("said"), true);
  });

  test("recorded answers are no part of the thread's branches or of the list of threads, and go with the thread", async ({
    open,
    thread,
  }) => {
    const saver = await open();
    await chain(saver).invoke({ log: ["in"] }, thread);
    const before = [...(await storedCheckpoints(saver, thread)).keys()];
    const id = thread.configurable.thread_id;
    const listed = async () =>
      (await listThreads(saver, 50)).threads.filter(({ threadId }) => threadId === id);
    const listedBefore = await listed();
    await record(saver, thread);
    assert.deepEqual([...(await storedCheckpoints(saver, thread)).keys()], before);
    assert.deepEqual(await listed(), listedBefore);
    assert.deepEqual((await chain(saver).getState(thread)).next, []);
    await saver.deleteThread(id);
    assert.deepEqual(await readAnswers(await open(), id, "run"), { answers: [], unreadable: 0 });
  });
}
