import { calibrateAlarm, fitAlarm, writeAlarmCalibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at: pathOf, file } = await scratchFolder();

/** Half of the runs are right, and have good scores alone. Simulated. */
const runs = Array.from({ length: 200 }, (_, at) => {
  const right = at % 2 === 0;
  const spread = 0.9 - (at % 10) / 100;
  return { right, scores: right ? [spread, 0.9, 0.9] : [0.1, 0.1, 0.1] };
});
const alarm = pathOf("alarm.json");
await writeAlarmCalibration(
  alarm,
  calibrateAlarm(runs.slice(100), { model: fitAlarm(runs.slice(0, 100)), scorer: "mood-1", alpha: 0.1 }),
);

/** Doubles a number in three steps. Its mood after the first one is what the alarm hears. */
const agent = await file(
  "agent.mjs",
  `
    import { Annotation, END, START, StateGraph } from ${JSON.stringify(import.meta.resolve("@langchain/langgraph"))};
    const State = Annotation.Root({
      number: Annotation(), does: Annotation(), mood: Annotation(), note: Annotation(), result: Annotation(),
    });
    export const graph = new StateGraph(State)
      .addNode("read", ({ mood, note }) => ({ mood: note ? "good" : mood }))
      .addNode("think", ({ number }) => ({ number }))
      .addNode("double", ({ number, does, note }) => ({ result: does === "right" || note ? 2 * number : 0 }))
      .addEdge(START, "read").addEdge("read", "think").addEdge("think", "double").addEdge("double", END)
      .compile();
    export const verify = ({ output }) => output.result !== 0;
    export const truth = ({ output }, line) => output.result === line.answer;
    const score = ({ steps }) => (steps.some(({ content }) => content.includes("bad")) ? 0.1 : 0.9);
    const scorer = { fingerprint: "mood-1", score };
    const watch = { alarm: ${JSON.stringify(alarm)}, scorer, audit: 1e-9, waitMs: 60_000 };
    export const options = { noteChannel: "note", watch };
    export const checked = { noteChannel: "note", checks: { read: ({ output }) => output.mood !== "bad" } };
  `,
);

const tasks = (name: string, kinds: readonly (readonly [does: string, mood: string])[]) =>
  file(
    name,
    Array.from({ length: 10 }, (_, round) =>
      kinds.map(([does, mood], kind) => {
        const number = 10 * round + kind + 1;
        return `${JSON.stringify({ input: { number, does, mood }, answer: 2 * number })}\n`;
      }),
    )
      .flat()
      .join(""),
  );

const pilot = (...args: readonly string[]) => runHere(["pilot", "--graph", agent, "--tasks", ...args]);

describe("pilot with runs that are stopped early", () => {
  it("advises an alarm that stops wrong runs before they have spent everything", async () => {
    const named = await tasks("wrong-are-bad.jsonl", [
      ["right", "good"],
      ["right", "good"],
      ["right", "good"],
      ["wrong", "bad"],
    ]);
    const { code, err, out } = await pilot(named, "--no-restart");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // A stopped attempt counts as it is without the alarm.
    expect(out).toMatch(/^right at first +30 of 40 /m);
    expect(out).toMatch(/^wrong ones caught +10 of 10 /m);
    expect(out).toMatch(/^first attempts stopped +10 of 40 /m);
    expect(out).toMatch(/^right ones stopped +0 of 30 /m);
    expect(out).toMatch(/^right in the end +40 of 40 \(91-100 %\) +40 of 40 /m);
    // Three steps each, and three of each retry; of a stopped attempt, one.
    expect(out).toMatch(/^steps, all attempts +130 +150 *$/m);
    expect(out).toMatch(/^Leave the alarm on: with it a task takes -0\.50 steps \(-0\.\d+ to -0\.\d+\)/m);
  });

  it("advises against one that stops right runs", async () => {
    const named = await tasks("right-are-bad.jsonl", [
      ["right", "good"],
      ["right", "good"],
      ["right", "bad"],
      ["wrong", "good"],
    ]);
    const { out } = await pilot(named, "--no-restart");
    expect(out).toMatch(/^right at first +30 of 40 /m);
    expect(out).toMatch(/^right ones stopped +10 of 30 /m);
    expect(out).toMatch(/^Leave the alarm off: with it a task takes \+0\.25 steps/m);
  });

  it("counts checks alike, and says so where it does not know", async () => {
    const named = await file(
      "few.jsonl",
      `${JSON.stringify({ input: { number: 1, does: "wrong", mood: "bad" }, answer: 2 })}\n`,
    );
    const { out } = await pilot(named, "--options", `${agent}#checked`, "--json");
    expect(JSON.parse(out)).toMatchObject({
      rollback: { right: { count: 0, of: 1 } },
      alarm: {
        stopped: { count: 1, of: 1 },
        steps: { with: 4, without: 6 },
        advice: {
          kind: "unknown",
          sentence: "Whether the alarm pays is not known: it takes 30 tasks to tell, and there is 1.",
        },
      },
    });
  });
});
