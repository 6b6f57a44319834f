import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { loadJudgedSteps } from "../data/load-judged-steps.ts";
import { sqlite } from "../fixtures/sqlite.ts";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { measureAlarm } from "./measure-alarm.ts";

const { at: pathOf, file } = await scratchFolder();

/** Half of the runs are right. A wrong one scores low from its second step on; of the set "blind" the scores tell nothing. Simulated. */
function runsOf(count: number) {
  const random = seededRandom(7);
  return Array.from({ length: count }, (_, at) => {
    const [right, set] = [at % 2 === 0, at % 3 === 0 ? "blind" : "keen"];
    const scores = Array.from({ length: 4 }, (__, step) =>
      set === "blind" || right || step === 0 ? 0.5 + random() / 2 : random() / 2,
    );
    return { id: `run-${at}`, set, ok: right, scores };
  });
}

const runs = runsOf(900);
const scored = await file("scored.jsonl", runs.map((run) => `${JSON.stringify(run)}\n`).join(""));
const evaluate = (...args: readonly string[]) =>
  runHere(["evaluate", "--alarm", scored, "--splits", "10", ...args]);

interface Figure {
  readonly mean: number;
  readonly standardError: number;
}
interface Report {
  readonly n: number;
  readonly results: readonly {
    readonly group: string | null;
    readonly right: number;
    readonly figures: readonly {
      readonly alpha: number;
      readonly rightStopped: Figure;
      readonly wrongStopped: Figure;
      readonly stepsSaved: Figure;
    }[];
  }[];
}

describe("evaluate --alarm", () => {
  it("tells for each group how many wrong runs are stopped, what that saves, and how many right ones are stopped", async () => {
    const { code, out } = await evaluate("--group", "set", "--json");
    expect(code).toBe(0);
    const { n, results }: Report = JSON.parse(out);
    expect(n).toBe(900);
    expect(results.map(({ group }) => group)).toEqual(["blind", "keen"]);
    const [blind, keen] = results.map(({ figures }) => figures.find(({ alpha }) => alpha === 0.1));
    // Wrong runs of the keen set show it at the second of four steps: two steps are left.
    expect(keen?.wrongStopped.mean).toBeGreaterThan(0.95);
    expect(keen?.stepsSaved.mean).toBeCloseTo(0.5, 1);
    expect(blind?.wrongStopped.mean).toBeLessThan(0.25);
    for (const figures of [blind, keen])
      expect(figures?.rightStopped.mean).toBeLessThan(0.1 + 3 * (figures?.rightStopped.standardError ?? 0));
  });

  it("prints tables that say what was counted, and the same ones again", async () => {
    const [first, second] = [await evaluate(), await evaluate()];
    expect(first.out).toBe(second.out);
    expect(first.out).toContain("900 runs; 10 random splits (seed 1):");
    expect(first.out).toMatch(/450 right, 450 wrong +Right stopped +Wrong stopped +Steps saved/);
    expect(first.out).toContain("Nothing here says what a retry makes of them.");
  });

  it.each([
    ["no JSON", "neither a SQLite file nor JSON Lines"],
    ['{"id":1,"scores":[0.5]}', "`right` as true or false"],
    ['{"id":1,"right":true,"scores":[]}', "a number in [0, 1] after each step"],
    ['{"id":1,"right":true,"scores":[2]}', "a number in [0, 1] after each step"],
    ["", "whose first attempts a verifier has judged, got none"],
    ['{"id":1,"right":true,"scores":[0.5,0.5]}', "right runs of two steps"],
  ])("refuses a file with %j", async (text, message) => {
    const bad = await file("bad.jsonl", `${text}\n`);
    const { code, err } = await runHere(["evaluate", "--alarm", bad]);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });
});

/** Half of the runs are right. A wrong one fails at its second step, and then repeats itself. Simulated. */
function trajectories(count: number): string {
  const random = seededRandom(9);
  return Array.from({ length: count }, (_, at) => {
    const ok = at % 2 === 0;
    const steps = Array.from({ length: 5 }, (__, index) => {
      const content = ok || index === 0 ? `found ${random()}` : "Error: no such file";
      return { index, agent: "search", content };
    });
    return `${stringifyTrajectory({ id: `run-${at}`, task: "find it", steps, outcome: { ok } })}\n`;
  }).join("");
}

describe("evaluate --alarm of recorded runs", () => {
  it("makes the scores of how the runs went, and says whose word their ends are", async () => {
    const recorded = await file("recorded.jsonl", trajectories(240));
    const { code, out } = await runHere(["evaluate", "--alarm", recorded, "--splits", "5"]);
    expect(code).toBe(0);
    expect(out).toContain("240 first attempts that a verifier judged, by how they went; 5 random splits");
    const figures = await runHere(["evaluate", "--alarm", recorded, "--splits", "5", "--json"]);
    const { by, results }: Report & { readonly by: string } = JSON.parse(figures.out);
    expect(by).toBe("progress");
    const measured = results[0]?.figures.find(({ alpha }) => alpha === 0.1);
    expect(measured?.wrongStopped.mean).toBeGreaterThan(0.95);
    expect(measured?.rightStopped.mean).toBeLessThan(0.1 + 3 * (measured?.rightStopped.standardError ?? 0));
  });

  it.skipIf(sqlite.open === undefined)(`looks at first attempts alone${sqlite.missing}`, async () => {
    const State = Annotation.Root({ n: Annotation<number>, said: Annotation<string> });
    const db = pathOf("runs.sqlite");
    const saver = sqlite.open?.(db);
    if (saver === undefined) return;
    const graph = new StateGraph(State)
      .addNode("say", ({ n }) => ({ said: `${n}` }))
      .addEdge(START, "say")
      .compile({ checkpointer: saver });
    const guarded = withRollback(graph, {
      verify: ({ attempt, output }) => attempt > 1 || output?.said !== "0",
    });
    for (const n of [0, 1, 2]) await guarded.invoke({ n }, { configurable: { thread_id: `t-${n}` } });
    const { runs: judged } = await loadJudgedSteps(db, () => {});
    expect(judged).toHaveLength(3);
    expect(judged.filter(({ right }) => right)).toHaveLength(2);
    const { code, err } = await runHere(["evaluate", "--alarm", db]);
    expect(code).not.toBe(0);
    expect(err).toContain("Fitting the progress of runs");
  });

  it("has no fields to group by", async () => {
    const recorded = await file("few.jsonl", trajectories(4));
    const { code, err } = await runHere(["evaluate", "--alarm", recorded, "--group", "set"]);
    expect(code).not.toBe(0);
    expect(err).toContain("recorded runs have none");
  });
});

describe("the figures of an alarm", () => {
  it("count a step as saved that comes after the alarm, of wrong runs alone", () => {
    // Of four steps of a wrong run the last two are saved, as the second tells; right runs are never stopped at alpha 0.02 with so few of them.
    const sure = Array.from({ length: 300 }, (_, at) => {
      const right = at % 2 === 0;
      return {
        unit: `${at}`,
        right,
        draw: at / 300,
        scores: right ? [0.9, 0.9, 0.9, 0.9] : [0.9, 0.1, 0.1, 0.1],
      };
    });
    const [figures] = measureAlarm(
      sure,
      () =>
        ({ scores }) =>
          scores,
      { alphas: [0.1], seed: 1, splits: 3 },
    );
    expect(figures).toMatchObject({
      rightStopped: { mean: 0 },
      wrongStopped: { mean: 1 },
      stepsSaved: { mean: 0.5 },
    });
  });
});
