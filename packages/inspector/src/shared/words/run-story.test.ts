import { describe, expect, it } from "vitest";

import { sampleSource } from "../../testing/index.ts";
import type { AttemptView, RunView } from "../view/thread-view.ts";
import { runStory, storyText } from "./run-story.ts";

/** A run of the samples, of which an attempt may say something else. */
async function runOf(
  id: string,
  change: (attempt: AttemptView) => AttemptView = (same) => same,
): Promise<RunView> {
  const run = (await sampleSource({ lengths: [9], threads: 10 }).thread(id))?.runs.at(-1);
  if (run === undefined) throw new Error(`Expected a thread ${id}.`);
  return { ...run, attempts: run.attempts.map(change) };
}

/** The run of the README: rejected with these words, rewound to before step 8 of 9, and accepted with this answer. */
const ofReadme = (reason: string, answer: string) =>
  runOf("t-1", (attempt) => ({
    ...attempt,
    ...(attempt.outcome?.ok === false && { outcome: { ok: false, reason } }),
    ...(attempt.rewind && { rewind: { ...attempt.rewind, step: 7, kept: 7, redone: 2 } }),
    steps: attempt.steps.map((step) => ({ ...step, summary: answer })),
  }));

describe("runStory", () => {
  it("tells in one line what failed, from where it was retried, what came of it and at what price", async () => {
    expect(storyText(await ofReadme("1368 is not the answer.", "172"))).toBe(
      "Failed: 1368 is not the answer. Retried from step 8 with a note. 172 accepted. 2 of 9 steps redone.",
    );
  });

  it("says a long answer after the verb, and cuts what is longer than a line", async () => {
    expect(storyText(await ofReadme("wrong", "The journey costs EUR 653, with the pass."))).toMatch(
      /^Failed: wrong\. Retried .* note\. Accepted: The journey costs EUR 653, with the pass\. 2 of/,
    );
    expect(storyText(await ofReadme("far ".repeat(5000), "172")).length).toBeLessThan(260);
  });

  it("tells what the trace says apart from what it says itself", async () => {
    const parts = runStory(await ofReadme("<b>no</b>", "172"));
    expect(parts.filter(({ isTrace }) => isTrace).map(({ text }) => text)).toEqual(["<b>no</b>.", "172"]);
  });

  it("names every failure of three attempts, and what ended the run", async () => {
    const gaveUp = await runOf("t-2", (attempt) =>
      attempt.attempt === 3 ? { ...attempt, stopped: { by: "rollbacks", limit: 2, used: 2 } } : attempt,
    );
    expect(storyText({ ...gaveUp, returned: 1 })).toMatch(
      /^Failed: EUR .*\. Retried from .* with a note\. Failed again: .*\. Retried from the start with a note\. Failed again: .*\. Gave up: at most 2 rollbacks were allowed\. Attempt 1 was returned\.$/,
    );
  });

  it("stays one line however many attempts there were", async () => {
    const run = await runOf("t-2");
    const many = run.attempts
      .slice(0, 1)
      .flatMap((first) => Array.from({ length: 40 }, (_, index) => ({ ...first, attempt: index + 1 })));
    expect(storyText({ ...run, attempts: many })).toMatch(
      /^Failed: [^]*\. 38 more attempts failed\. Failed again: /,
    );
  });

  it("says what would have been done where the run was only observed", async () => {
    const planned = { step: 2, kept: 2, redone: 7, policy: "to-set" };
    const observed = await runOf("t-2", (attempt) => ({
      ...attempt,
      rewind: undefined,
      stopped: { by: "observing" } as const,
      planned,
    }));
    expect(storyText({ ...observed, attempts: observed.attempts.slice(0, 1) })).toMatch(
      /It would have been retried from step 3\. Gave up: the run was only observed\.$/,
    );
  });

  it.each([
    ["t-3", /^Accepted: The whole journey costs EUR \d+\.$/],
    ["t-4", /^Failed: .* Retried from .* Attempt 2 is under way\.$/],
    ["t-5", /./],
  ])("tells of a run that stands otherwise: %s", async (id, words) => {
    expect(storyText(await runOf(id))).toMatch(words);
  });

  it("counts the steps of several retries together", async () => {
    const run = await runOf("t-2");
    const last = run.attempts.at(-1);
    const accepted = last && { ...last, outcome: { ok: true }, decision: "accept" as const };
    const attempts = [...run.attempts.slice(0, -1), ...(accepted ? [accepted] : [])];
    const count = attempts.reduce((sum, { rewind }) => sum + (rewind?.redone ?? 0), 0);
    expect(storyText({ ...run, status: "recovered", attempts })).toContain(
      ` ${count} steps redone in 2 retries.`,
    );
  });
});
