import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { checkpointerSource, runTools } from "@langgraph-rollback/inspector";
import { sampleSource } from "@langgraph-rollback/inspector/testing";
import { describe, expect, it } from "vitest";

import { askingClient } from "../fixtures/asking-client.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { recordShown } from "../fixtures/shown-database.ts";

const { at, file } = await scratchFolder();
const labels = { list: async () => [] };
const saver = new MemorySaver();
await recordShown(saver);
const { ask, errors } = await askingClient(runTools({ source: checkpointerSource(saver, "runs"), labels }));

describe("a server of recorded runs that is asked wrongly", () => {
  it.each([
    [
      "show_thread",
      { thread: "nobody" },
      'There is no thread "nobody". `list_threads` lists the threads with their ids. [NOT_RECORDED]',
    ],
    [
      "show_thread",
      { thread: "t-1", run: 2 },
      'Thread "t-1" has no run 2: it has 1 run that can be read. Leave `run` out for the latest one. [NOT_RECORDED]',
    ],
    [
      "why_failed",
      { thread: "t-1", attempt: 3 },
      'There is no attempt 3: this run of thread "t-1" has 2 attempts. `show_thread` lists them. [NOT_RECORDED]',
    ],
    [
      "read_step",
      { thread: "t-1", step: 9 },
      "There is no step 9: attempt 2 has 3 steps. `show_thread` with `attempt` lists them. [NOT_RECORDED]",
    ],
    [
      "compare_attempts",
      { thread: "it's open" },
      "The run has one attempt, so there is nothing to compare. `show_thread` lists the attempts of a run. [NOT_RECORDED]",
    ],
    [
      "compare_attempts",
      { thread: "t-1", a: 2, b: 2 },
      "Expected two attempts, got attempt 2 twice. `show_thread` lists the attempts of a run. [NOT_RECORDED]",
    ],
    [
      "find_origin",
      { thread: "t-1", text: "9999" },
      "No attempt of the run has this text word for word, in the same upper and lower case. Look for a shorter part of it. [NOT_RECORDED]",
    ],
    [
      "failure_stats",
      { agent: "nobody" },
      "No run that was judged is among these. Leave `agent` and `since` out to count all. An agent with `withRollback` and a verifier records verdicts. [NOT_RECORDED]",
    ],
  ])("says what is not recorded, and what to ask instead: %s %j", async (tool, given, message) => {
    expect(await ask(tool, given)).toEqual(
      expect.objectContaining({ isError: true, content: [{ type: "text", text: message }] }),
    );
    expect(errors).toEqual([]);
  });

  it.each([
    ["read_step", {}],
    ["read_step", { step: 0 }],
    ["read_step", { step: 1, part: "everything" }],
    ["show_thread", { run: 1.5 }],
    ["list_threads", { status: "broken" }],
    ["list_threads", { since: "yesterday" }],
    ["find_origin", { text: "  " }],
  ])("refuses arguments that make no sense: %s %j", async (tool, given) => {
    const { content, isError } = await ask(tool, given);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/Invalid arguments/i);
  });

  it("says at the start what cannot be opened, and prints nothing else", async () => {
    const broken = await file("broken.json", "{}");
    const missing = at("none.sqlite");
    expect(await runHere(["mcp", "--db", missing])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("none.sqlite"),
    });
    expect(await runHere(["mcp", "--db", missing, "--calibration", broken])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("Calibration, `format`"),
    });
    expect(await runHere(["mcp"])).toMatchObject({ code: 2, out: "" });
    expect(await runHere(["mcp", "--db", "-"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("the assistant speaks on the standard input"),
    });
  });

  it("answers with an error, and tells the person, if the source fails", async () => {
    const source = {
      ...sampleSource(),
      thread: () => Promise.reject(new Error("lost \u001B[31m postgres://u:pw@h/d")),
    };
    const broken = await askingClient(runTools({ source, labels }));
    expect(await broken.ask("show_thread", { thread: "t-1" })).toMatchObject({
      isError: true,
      content: [{ text: "lost \\u001b[31m postgres://u:***@h/d" }],
    });
    expect(broken.errors).toHaveLength(1);
  });
});
