import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { beforeAll, describe, expect, it } from "vitest";

import { CHECK_REASON, recordWatched } from "../../fixtures/watched-threads.ts";
import { checkpointerSource } from "../../source/checkpointer-source.ts";
import type { ThreadSource } from "../../source/thread-source.ts";
import { runText } from "../../texts/run-text.ts";
import type { AttemptView, RunView } from "../view/thread-view.ts";
import { earlyWords } from "./early-words.ts";
import { outcomeWords, rejection } from "./outcome-words.ts";
import { promiseOf } from "./promise-words.ts";
import { storyText } from "./run-story.ts";
import { watchFacts } from "./watch-words.ts";

let source: ThreadSource;

beforeAll(async () => {
  const saver = new MemorySaver();
  await recordWatched(saver);
  source = checkpointerSource(saver, "memory");
});

async function runOf(thread: string): Promise<RunView> {
  const run = (await source.thread(thread))?.runs[0];
  if (run === undefined) throw new Error(`There is no run on ${thread}.`);
  return run;
}

async function firstOf(thread: string): Promise<AttemptView> {
  const [first] = (await runOf(thread)).attempts;
  if (first === undefined) throw new Error(`There is no attempt on ${thread}.`);
  return first;
}

const factOf = async (thread: string, name: string): Promise<string | undefined> =>
  watchFacts(await firstOf(thread)).find((fact) => fact.name === name)?.words;

describe("an attempt that an alarm stopped", () => {
  it("says so in place of a verdict", async () => {
    const first = await firstOf("alarm");
    expect(outcomeWords(first)).toEqual({ mark: "■", word: "stopped early", tone: "bad" });
    expect(rejection(first)).toMatch(/^the alarm after step 4 \(-?[\d.]+, above -?[\d.]+\)$/);
    expect(storyText(await runOf("alarm"))).toMatch(
      /^Stopped early: the alarm after step 4 \(.*\)\. Retried from .*\. /,
    );
  });

  it("says that no verifier was asked, and that its set is approximate", async () => {
    const first = await firstOf("alarm");
    expect(earlyWords(first)).toMatch(
      /^It was stopped before its end by the alarm after step 4 \(.*\)\. The verifier was not asked\. Its set is approximate\.$/,
    );
    const promise = promiseOf(first);
    expect(promise?.doubts).toEqual([
      "It was calibrated on failures that have run to their end, and this attempt was ended early.",
    ]);
    expect(promise?.remarks).toContain("The guarantee is approximate: it is aimed at, not proven.");
  });

  it("is promised a start that is approximate, too", async () => {
    expect((await firstOf("alarm")).rewind?.promise).toMatchObject({ guarantee: "approximate" });
  });

  it("tells the alarm step by step", async () => {
    expect(await factOf("alarm", "Alarm")).toMatch(
      /^It was -?[\d.]+, above -?[\d.]+, after step 4\. That stopped the attempt\. Step by step: (-?[\d.]+(, )?){4}\.$/,
    );
    expect(await factOf("alarm", "Promise of the alarm")).toContain("of right runs at most 10 %");
  });

  it("is exported as a trajectory that was stopped early", async () => {
    const { run } = await runOf("alarm");
    const trajectory = await source.trajectory({ thread: "alarm", run, attempt: 1 });
    expect(trajectory?.outcome).toMatchObject({ ok: false, stoppedEarly: true });
  });
});

describe("an attempt that a check stopped", () => {
  it("names the node, with the reason of the check", async () => {
    const first = await firstOf("check");
    expect(rejection(first)).toBe(`The check of node "sum" failed after step 4: ${CHECK_REASON}`);
    expect(earlyWords(first)).toMatch(
      /^It was stopped before its end by the check of node "sum" after step 4\./,
    );
  });

  it("lists each check after its step", async () => {
    expect(watchFacts(await firstOf("check")).slice(1)).toEqual([
      { name: "Check after step 2", words: 'Node "search": passed.' },
      { name: "Check after step 4", words: `Node "sum": failed: ${CHECK_REASON}` },
    ]);
  });
});

describe("an attempt whose check failed after its last node", () => {
  it("was rejected by the check, and not stopped", async () => {
    const { outcome, ...first } = await firstOf("check");
    const { error, ...own } = outcome ?? { ok: false };
    const ended = { ...first, outcome: own };
    expect(error?.name).toBe("StoppedEarlyError");
    expect(outcomeWords(ended)).toMatchObject({ word: "rejected" });
    expect(rejection(ended)).toMatch(/^The check of node "sum" failed after step 4: /);
    expect(earlyWords(ended)).toBeUndefined();
    expect(promiseOf(ended)?.doubts).toEqual([
      "It was calibrated on failures that have run to their end, and this attempt was ended early.",
    ]);
  });
});

describe("an alarm that could not stop its attempt", () => {
  it.each([
    ["observed", /^It was .*, after step 4\. It could not stop the attempt: the run was only observed\./],
    ["audited", /It could not stop the attempt: a coin has picked the run, so that it counts for the next/],
    ["refused", /It did not stop the attempt: it was to be stopped before, nothing could be rewound, and it/],
  ])("says why: %s", async (thread, words) => {
    expect(await factOf(thread, "Alarm")).toMatch(words);
    expect(earlyWords(await firstOf(thread))).toBeUndefined();
  });

  it("was only scores where none was calibrated", async () => {
    // Nobody waits for the score of the last step.
    expect(await factOf("scores", "Scores while it ran")).toMatch(
      /^There is no calibrated alarm: scores are recorded, and stop no run\. Step by step: 0\.90, 0\.88, 0\.74, 0\.64, 0\.50, 0\.32, 0\.20(, 0\.10)?\.$/,
    );
  });
});

describe("show", () => {
  it("tells in the overview what stopped an attempt, and of one attempt all that was seen", async () => {
    const view = await source.thread("check");
    if (view === undefined) throw new Error("There is no thread.");
    const overview = runText(view, { width: 100 });
    expect(overview).toMatch(/Attempt 1, .*: ■ stopped early: The check of node "sum" failed after step 4/);
    expect(overview).toContain("  It was stopped before its end by the check of node");
    expect(overview).not.toContain("Check after step");
    expect(overview).not.toContain("\u202e");
    const alone = runText(view, { width: 100, attempt: 1 });
    expect(alone).toMatch(/Check after step 2: Node "search": passed\./);
    expect(alone).toMatch(/Stopped early: It was stopped before its end/);
  });
});
