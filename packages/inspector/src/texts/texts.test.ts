import { describe, expect, it } from "vitest";

import { chosenThreads } from "../listing/chosen-threads.ts";
import { displayWidth } from "../shared/words/display-width.ts";
import { sampleSource } from "../testing/index.ts";
import { originText } from "./origin-text.ts";
import { runText } from "./run-text.ts";
import { stepText } from "./step-text.ts";
import { threadsText } from "./threads-text.ts";

const OBEYED = /(?!\n)[\p{Cc}\p{Cf}]/u;

describe("texts for a terminal", () => {
  const width = 80;

  it("fit in its columns and are inert, whatever the trace holds", async () => {
    const source = sampleSource({ hostile: true, threads: 8, lengths: [8] });
    const { threads } = await source.list(8);
    const texts = [threadsText(threads, width)];
    for (const number of [1, 4]) {
      const view = await source.thread(`t-${number}`);
      const run = view?.runs.at(-1);
      if (view === undefined || run === undefined) continue;
      texts.push(runText(view, { width }));
      for (const attempt of run.attempts) {
        texts.push(runText(view, { width, attempt: attempt.attempt }));
        const step = attempt.steps.at(-1);
        if (step === undefined) continue;
        const address = { thread: `t-${number}`, run: run.run, attempt: attempt.attempt, step: step.index };
        const links = [{ text: step.summary, from: 0, to: 1, places: ["arguments" as const] }];
        texts.push(stepText(attempt, step, await source.step(address), links, width));
        texts.push(originText(attempt, step.summary, { from: 0, places: ["error"], links }, width));
      }
    }
    for (const line of texts.flatMap((text) => text.split("\n"))) {
      expect(line).not.toMatch(OBEYED);
      // Code is there to be copied.
      if (!line.includes("graph.invoke(") && !line.includes("langgraph-rollback answer"))
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }
  });
});

it("an overview shows the ends of a long attempt, the set and where it was rewound to", async () => {
  const view = await sampleSource({ lengths: [90] }).thread("t-1");
  const run = view?.runs.at(-1);
  const text = view === undefined ? "" : runText(view, { width: 80 });
  expect(text).toMatch(/… \d+ more steps/);
  for (const step of run?.attempts[0]?.attribution?.set.steps ?? [])
    expect(text).toMatch(new RegExp(`^ {2}[↩ ] +${step + 1} \\*`, "m"));
  expect(text).toMatch(/^ {2}= steps 1 to \d+ kept from attempt 1$/m);
  const whole = view === undefined ? "" : runText(view, { width: 80, attempt: 1 });
  expect(whole).not.toContain("more steps");
  expect(whole.split("\n").filter((line) => /^ {2}[↩= ] +\d+ [* ]/.test(line))).toHaveLength(90);
});

describe("chosenThreads", () => {
  it("looks as far as there are enough threads of a filter, and says whether there are more", async () => {
    const source = sampleSource({ threads: 1000 });
    const asked: number[] = [];
    const counting: typeof source = {
      ...source,
      list: (limit) => {
        asked.push(limit);
        return source.list(limit);
      },
    };
    const few = await chosenThreads(counting, { filter: "failed", limit: 3 });
    expect(few.threads).toHaveLength(3);
    expect([few.more, asked]).toEqual([true, [100]]);
    const many = await chosenThreads(counting, { filter: "gave-up", limit: 200 });
    expect([many.threads.length, many.more]).toEqual([125, false]);
    expect(await chosenThreads(counting, { limit: 5, since: "2900-01-01" })).toEqual({
      threads: [],
      more: false,
    });
    expect((await chosenThreads(counting, { limit: 1000 })).more).toBe(false);
  });
});
