import assert from "node:assert/strict";

import { AIMessage } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { readHistory } from "../history/history.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import { withRollback } from "../with-rollback.ts";
import { at, storedCheckpoints, type CheckpointerTest } from "./checkpointer-under-test.ts";

/** Texts that stores tend to garble: other scripts, characters of two units, combining ones, quotes, escapes, controls. */
const HARD_TEXT = "Grüße 你好 שלום 👩‍👩‍👧 e\u0301 \u2028 \\ \\x41 \\n ' \" $1 %s ; -- \t\r\n \u0001";

/** @internal Tests of what a checkpointer has to keep of a run that was rolled back twice. */
export function testRollbacks(test: CheckpointerTest): void {
  test("a run that fails twice leaves each failed branch as it was, and ends right", async ({
    open,
    thread,
  }) => {
    const kept: Awaited<ReturnType<typeof storedCheckpoints>>[] = [];
    const judging = async () => void kept.push(await storedCheckpoints(await open(), thread));
    const output = await solving(await open(), judging).invoke(question, thread);
    assert.equal(output.messages.at(-1)?.text, `check ${HARD_TEXT}`);
    const reopened = await open();
    const after = await storedCheckpoints(reopened, thread);
    assert.equal(kept.length, 3);
    for (const checkpoints of kept)
      for (const [id, tuple] of checkpoints) assert.deepEqual(after.get(id), tuple);
    const graph = solving(reopened);
    assert.deepEqual((await graph.getState(thread)).values, output);
    const attempts = (await readHistory(graph, thread))[0]?.attempts ?? [];
    const texts: string[][] = [];
    for (const { head } of attempts) {
      const { values }: { values: typeof MessagesAnnotation.State } = await graph.getState(at(thread, head));
      texts.push(values.messages.flatMap(({ type, text }) => (type === "ai" ? text.slice(0, 8) : [])));
    }
    assert.deepEqual(texts, [
      ["plan Grü", "wrong 0", "check Gr"],
      ["plan Grü", "wrong 1", "check Gr"],
      ["plan Grü", "right Gr", "check Gr"],
    ]);
  });

  test("history, notes and steps are the same, reopened", async ({ open, thread }) => {
    const graph = solving(await open());
    await graph.invoke(question, thread);
    const reopened = solving(await open());
    const history = await readHistory(graph, thread);
    assert.deepEqual(await readHistory(reopened, thread), history);
    assert.equal(history[0]?.status, "recovered");
    assert.deepEqual(
      history[0]?.attempts.map(({ decision }) => decision),
      ["roll-back", "roll-back", "accept"],
    );
    assert.ok(history[0]?.attempts[0]?.note?.includes(HARD_TEXT.slice(0, 20)), "the note lost the reason");
    assert.deepEqual(await readTrajectory(reopened, thread), await readTrajectory(graph, thread));
  });

  test("a reopened thread continues with another turn, which is rolled back separately", async ({
    open,
    thread,
  }) => {
    const first = await solving(await open()).invoke(question, thread);
    const again = { messages: [{ role: "user", content: "And?", id: "and" }] };
    const second = await solving(await open()).invoke(again, thread);
    assert.deepEqual(second.messages.slice(0, first.messages.length), first.messages);
    const history = await readHistory(solving(await open()), thread);
    assert.deepEqual(
      history.map(({ attempts }) => attempts.length),
      [1, 3],
    );
  });

  test("deleteThread removes everything: checkpoints, history, subgraphs; and nothing of others", async (tested) => {
    const { open, thread } = tested;
    const other = { configurable: { thread_id: `${thread.configurable.thread_id}-other` } };
    const saver = await open();
    const inner = solving(saver);
    const outer = (checkpointer: BaseCheckpointSaver) =>
      new StateGraph(MessagesAnnotation)
        .addNode("team", solverGraph().compile())
        .addEdge(START, "team")
        .compile({ checkpointer });
    await inner.invoke(question, thread);
    await outer(saver).invoke(question, thread);
    await inner.invoke(question, other);
    const others = await storedCheckpoints(await open(), other);
    await saver.deleteThread(thread.configurable.thread_id);
    const reopened = await open();
    for await (const { config } of reopened.list(thread))
      assert.fail(`still there: ${JSON.stringify(config)}`);
    assert.equal(await reopened.getTuple(thread), undefined);
    assert.deepEqual(await readHistory(solving(reopened), thread), []);
    assert.deepEqual(await storedCheckpoints(reopened, other), others);
    assert.equal((await readHistory(solving(reopened), other)).length, 1);
    const anew = await solving(await open()).invoke(question, thread);
    assert.deepEqual((await solving(await open()).getState(thread)).values, anew);
    await saver.deleteThread(other.configurable.thread_id);
  });
}

const question = { messages: [{ role: "user", content: HARD_TEXT, id: "question" }] };

/** plan -> solve -> check; solve is wrong until two notes have told it so. */
function solverGraph() {
  const say = (id: number, content: string) => ({ messages: [new AIMessage({ id: `ai-${id}`, content })] });
  return new StateGraph(MessagesAnnotation)
    .addNode("plan", ({ messages }) => say(messages.length, `plan ${HARD_TEXT}`))
    .addNode("solve", ({ messages }) => {
      const notes = messages.filter(({ name }) => name === "rollback");
      const told = notes.some(({ text }) => text.includes("Attempt 2 "));
      return say(messages.length, told ? `right ${HARD_TEXT}` : `wrong ${notes.length}`);
    })
    .addNode("check", ({ messages }) => say(messages.length, `check ${HARD_TEXT}`))
    .addEdge(START, "plan")
    .addEdge("plan", "solve")
    .addEdge("solve", "check");
}

function solving(checkpointer: BaseCheckpointSaver, judging: () => Promise<void> = async () => {}) {
  return withRollback(solverGraph().compile({ checkpointer }), {
    verify: async ({ output }) => {
      await judging();
      const ok = output?.messages.some(({ text }) => text.startsWith("right")) === true;
      return { ok, reason: `${HARD_TEXT} is not what was asked` };
    },
  });
}
