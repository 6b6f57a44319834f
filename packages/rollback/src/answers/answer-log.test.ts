import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver, type PendingWrite } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { AnswerLog } from "./answer-log.ts";
import { ANSWERS_NAMESPACE, readAnswers } from "./read-answers.ts";

const of = { threadId: "t", run: "run", attempt: 1 };
const logOn = (saver: MemorySaver, redact?: (text: string) => string, clock = () => 1) =>
  new AnswerLog(saver, of, { clock, redact });
const call = (name: string) => ({
  kind: "tool" as const,
  name,
  key: `key of ${name}`,
  task: { taskId: "a", namespace: "n:a", superstep: 1 },
});

/** A checkpointer whose writes can be hindered. */
class HinderedSaver extends MemorySaver {
  readonly #hinder: () => Promise<void> | void;
  puts = 0;
  written = 0;

  constructor(hinder: () => Promise<void> | void) {
    super();
    this.#hinder = hinder;
  }

  override async put(...args: Parameters<MemorySaver["put"]>): Promise<RunnableConfig> {
    this.puts += 1;
    return super.put(...args);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    this.written += 1;
    await this.#hinder();
    await super.putWrites(config, writes, taskId);
  }
}

describe("the log of an attempt's answers", () => {
  it("is read in the order in which calls began, whichever ended first, over several attempts and logs", async () => {
    const saver = new MemorySaver();
    const log = logOn(saver);
    const [one, two, three] = ["one", "two", "three"].map((name) => log.begin(call(name)));
    if (one === undefined || two === undefined || three === undefined) throw new Error("no calls");
    await log.end(two, { end: "answered", answer: 2 });
    await log.end(one, { end: "failed", error: { name: "Error", message: "no" } });
    await log.close();
    const next = new AnswerLog(saver, { ...of, attempt: 2 }, { clock: () => 1 });
    await next.end(next.begin(call("four")), { end: "answered", answer: null });
    await next.close();
    const { answers } = await readAnswers(saver, "t", "run");
    expect(answers).toMatchObject([
      { name: "one", attempt: 1, end: "failed", error: { name: "Error", message: "no" } },
      { name: "two", attempt: 1, end: "answered", answer: 2 },
      { name: "three", attempt: 1, end: "open" },
      { name: "four", attempt: 2, end: "answered", answer: null },
    ]);
  });

  it("writes one checkpoint, however many answers, and none without an answer", async () => {
    const saver = new HinderedSaver(() => {});
    await logOn(saver).close();
    expect(saver.puts).toBe(0);
    const log = logOn(saver);
    const calls = ["one", "two", "three"].map((name) => log.begin(call(name)));
    await Promise.all(calls.map((each) => log.end(each, { end: "answered", answer: 1 })));
    await log.close();
    expect([saver.puts, saver.written]).toEqual([1, 3]);
  });

  it("does not hold up a call while the checkpointer stores its answer, and waits for that when it closes", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const saver = new HinderedSaver(() => held);
    const log = logOn(saver);
    await log.end(log.begin(call("one")), { end: "answered", answer: 1 });
    let isClosed = false;
    const closing = (async () => {
      await log.close();
      isClosed = true;
    })();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isClosed).toBe(false);
    release();
    await closing;
    expect((await readAnswers(saver, "t", "run")).answers).toHaveLength(1);
  });

  it("does not hold up a run that is aborted", async () => {
    const log = logOn(new HinderedSaver(() => new Promise(() => {})));
    await log.end(log.begin(call("one")), { end: "answered", answer: 1 });
    expect(await log.close(AbortSignal.abort())).toBeUndefined();
  });

  it("tries a checkpointer that fails again", async () => {
    let failures = 2;
    const saver = new HinderedSaver(() => {
      if ((failures -= 1) >= 0) throw new Error("busy");
    });
    const log = logOn(saver);
    await log.end(log.begin(call("one")), { end: "answered", answer: 1 });
    expect(await log.close()).toBeUndefined();
    expect((await readAnswers(saver, "t", "run")).answers).toHaveLength(1);
  });

  it("tells once how many answers were not stored, and why the first was not", async () => {
    const log = logOn(
      new HinderedSaver(() => {
        throw new Error("the disk is full");
      }),
    );
    for (const name of ["one", "two"]) await log.end(log.begin(call(name)), { end: "answered", answer: 1 });
    expect(await log.close()).toMatchObject({
      code: "ANSWERS_NOT_RECORDED",
      count: 2,
      message: "2 answers of models or tools could not be recorded: the disk is full",
    });
  });

  it("stores nothing of what a redactor fails at", async () => {
    const saver = new MemorySaver();
    const log = logOn(saver, (text) => {
      if (text.includes("sk-")) throw new Error("cannot tell");
      return text;
    });
    await log.end(log.begin(call("one")), { end: "answered", answer: "sk-1" });
    await log.end(log.begin(call("two")), { end: "answered", answer: "harmless" });
    expect(await log.close()).toMatchObject({ count: 1, cause: new Error("cannot tell") });
    expect(await readAnswers(saver, "t", "run")).toMatchObject({ answers: [{ name: "two" }], unreadable: 0 });
  });

  it("stores answers and errors without what the redactor takes out", async () => {
    const saver = new MemorySaver();
    const log = logOn(saver, (text) => text.replaceAll(/sk-\d+/g, "[key]"));
    await log.end(log.begin(call("one")), { end: "answered", answer: { deep: ["sk-1"] } });
    await log.end(log.begin(call("two")), { end: "failed", error: { name: "Error", message: "no sk-2" } });
    await log.end(log.begin(call("three")), { end: "answered", answer: new Uint8Array([1]) });
    await log.close();
    expect((await readAnswers(saver, "t", "run")).answers).toMatchObject([
      { answer: { deep: ["[key]"] } },
      { error: { message: "no [key]" } },
      { end: "left-out" },
    ]);
    expect(JSON.stringify([saver.storage, saver.writes])).not.toContain("sk-");
  });

  it("counts what cannot be read, and gives the rest", async () => {
    const saver = new MemorySaver();
    const log = logOn(saver);
    await log.end(log.begin(call("one")), { end: "answered", answer: 1 });
    await log.close();
    const config = {
      configurable: { thread_id: "t", checkpoint_ns: ANSWERS_NAMESPACE, checkpoint_id: "run" },
    };
    await saver.putWrites(config, [["answer", { version: 2, kind: "tool" }]], "other");
    await saver.putWrites(config, [["answer", "no object"]], "another");
    for (const stored of Object.values(saver.writes))
      for (const [key, [task, channel]] of Object.entries(stored))
        if (task === "another") stored[key] = [task, channel, new TextEncoder().encode("{no json")];
    expect(await readAnswers(saver, "t", "run")).toMatchObject({ answers: [{ name: "one" }], unreadable: 2 });
  });

  it("is empty where nothing was recorded", async () => {
    expect(await readAnswers(new MemorySaver(), "t", "run")).toEqual({ answers: [], unreadable: 0 });
  });
});
