import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { expect, it } from "vitest";

import { recordObserved } from "../fixtures/recorded-threads.ts";
import { rollbackMarkdown } from "../picture/rollback-markdown.ts";
import { rollbackSvg } from "../picture/rollback-svg.ts";
import { hasFailed } from "../shared/listing/thread-list.ts";
import { storyText } from "../shared/words/run-story.ts";
import { statusWords } from "../shared/words/status-words.ts";
import { checkpointerSource } from "./checkpointer-source.ts";

it("shows what would have been done about a run that was only observed", async () => {
  const saver = new MemorySaver();
  await recordObserved(saver, "t");
  const run = (await checkpointerSource(saver, "memory").thread("t"))?.runs[0];
  expect(run).toMatchObject({ status: "observed", attempts: [{ decision: "give-up" }] });
  const [attempt] = run?.attempts ?? [];
  expect(attempt?.planned).toEqual({
    step: 0,
    kept: 0,
    redone: 3,
    policy: "least-cost",
    reason: expect.any(String),
  });
  expect(attempt?.rewind).toBeUndefined();
});

it("says of such a run, wherever it is told, that it was observed, and not that it gave up", async () => {
  const saver = new MemorySaver();
  await recordObserved(saver, "t");
  const source = checkpointerSource(saver, "memory");
  const run = (await source.thread("t"))?.runs[0];
  if (run === undefined) throw new Error("There is no run.");
  const [summary] = (await source.list(1)).threads;
  expect(summary).toMatchObject({ status: "observed" });
  expect(summary && hasFailed(summary)).toBe(true);
  const told = [storyText(run), rollbackMarkdown(run), rollbackSvg(run), statusWords(run.status).word];
  for (const text of told) {
    expect(text).toMatch(/observed/);
    expect(text).not.toMatch(/[Gg]ave up/);
  }
});
