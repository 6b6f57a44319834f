import { alarmOf, readAlarmCalibration } from "@langgraph-rollback/attribution";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import type { JudgedSteps } from "../../data/load-judged-steps.ts";
import { runHere } from "../../fixtures/run-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";
import { evidenceInRuns } from "./alarm-evidence.ts";
import { inHalves } from "./in-halves.ts";

const { at: pathOf, file } = await scratchFolder();

/** Half of the runs are right. A wrong one scores low from its second step on. Simulated. */
function scoredLines(
  count: number,
  given: (at: number) => object = (at) => ({ right: at % 2 === 0 }),
): string {
  const random = seededRandom(7);
  return Array.from({ length: count }, (_, at) => {
    const scores = [0.8, at % 2 === 0 ? 0.6 + random() / 3 : random(), 0.5];
    return `${JSON.stringify({ id: `run-${at}`, ...given(at), scores })}\n`;
  }).join("");
}

let made = 0;
const calibrate = async (text: string, ...args: readonly string[]) => {
  const [from, to] = [await file(`in-${(made += 1)}.jsonl`, text), pathOf(`out-${made}.json`)];
  return { to, ...(await runHere(["calibrate", "--alarm", from, "--out", to, ...args])) };
};

describe("calibrate --alarm of a file of scores", () => {
  it("says what was fitted, on how many runs it calibrated, and what it promises", async () => {
    const { code, out, to } = await calibrate(scoredLines(400), "--scorer", "judge-1", "--alpha", "0.1");
    expect(code).toBe(0);
    expect(out).toContain("400 runs, scored by judge-1.");
    expect(out).toContain(
      "Half of them, drawn by their names (seed 1), fitted the alarm: 100 right, 100 wrong.",
    );
    expect(out).toContain("The other half calibrated it: 100 right, 100 wrong. Right is what the lines say.");
    expect(out).toMatch(/of right runs at most [\d.]+ % ever are \(n = 100\)/);
    expect(out).toContain(`watch: { alarm: "${to}", scorer } }`);
    const calibration = await readAlarmCalibration(to);
    expect(calibration).toMatchObject({ scorerFingerprint: "judge-1", rightBy: "truth", n: 100, alpha: 0.1 });
    expect(alarmOf(calibration).above).toBeLessThan(Infinity);
  });

  it("makes a file that doctor and the line of promises know", async () => {
    const doctor = async (alarm: string) =>
      (await runHere(["doctor", "--project", pathOf("."), "--alarm-calibration", alarm])).out;
    const { to } = await calibrate(scoredLines(400), "--scorer", "judge-1");
    const { to: idle } = await calibrate(scoredLines(100), "--scorer", "judge-1", "--alpha", "0.01");
    expect(await doctor(to)).toContain("calibrated on 100 right runs, by the scores of judge-1.");
    expect(await doctor(to)).toContain(
      "at most 5 % of right runs are ever stopped by the alarm (n = 100, exact)",
    );
    expect(await doctor(idle)).toContain("No run is stopped, as 25 right runs are labelled");
    expect(await doctor(await file("none.json", "{}"))).toContain("no alarm's calibration that can be read");
  });

  it("takes a verifier's word where lines have `ok`, and calibrates groups apart", async () => {
    const given = (at: number) => ({ ok: at % 2 === 0, set: at % 4 < 2 ? "a" : "b" });
    const { out, to } = await calibrate(
      scoredLines(400, given),
      "--scorer",
      "judge-1",
      "--group",
      "set",
      "--json",
    );
    const { promises, rightBy } = JSON.parse(out);
    expect(rightBy).toBe("acceptance");
    expect(promises).toEqual([
      expect.stringContaining('Group "a": '),
      expect.stringContaining('Group "b": '),
    ]);
    expect(await readAlarmCalibration(to)).toMatchObject({ rightBy: "acceptance", alpha: 0.05 });
  });

  it("stops nothing where alpha asks for more right runs than there are, and says so", async () => {
    const { code, out } = await calibrate(scoredLines(100), "--scorer", "judge-1", "--alpha", "0.01");
    expect(code).toBe(0);
    expect(out).toContain("No run is stopped, as 25 right runs are labelled, and alpha 0.01 needs 99");
  });

  it.each([
    [scoredLines(100), [], "need `--scorer NAME`"],
    [
      scoredLines(60),
      ["--scorer", "judge-1"],
      "Calibrating an alarm (right runs of two steps or more) needs at least 40 labelled trajectories, got 30. Half of them fit it, and half calibrate it. Record 10 more right ones, some 20 runs in all if they come as before.",
    ],
    [
      scoredLines(100, (at) => (at < 50 ? { ok: true } : { right: true })),
      ["--scorer", "judge-1"],
      "or `ok` in every line",
    ],
    [scoredLines(100), ["--scorer", "judge-1", "--method", "suffix"], "cannot be used with option"],
    [scoredLines(100), ["--scorer", "judge-1", "--db", "runs.sqlite"], "cannot be used with option"],
  ])("refuses what it cannot calibrate, and says why", async (text, args, message) => {
    const { code, err } = await calibrate(text, ...args);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });
});

/** Half of the runs are right. A wrong one often fails at its second step, a right one seldom. Simulated. */
function trajectories(count: number, early?: number): string {
  const random = seededRandom(9);
  return Array.from({ length: count }, (_, at) => {
    const ok = at % 2 === 0;
    const steps = Array.from({ length: 4 }, (__, index) => {
      const fails = index > 0 && random() < (ok ? 0.1 : 0.7);
      return { index, agent: "search", content: fails ? "Error: no such file" : `found ${random()}` };
    });
    const outcome = { ok, ...(at === early ? { stoppedEarly: true as const } : {}) };
    return `${stringifyTrajectory({ id: `run-${at}`, task: "find it", steps, outcome })}\n`;
  }).join("");
}

describe("calibrate --alarm of recorded runs", () => {
  it("keeps the scorer in the file, so that it needs nothing else", async () => {
    const { code, out, to } = await calibrate(trajectories(240), "--alpha", "0.1");
    expect(code).toBe(0);
    expect(out).toContain("240 first attempts that a verifier judged and nothing could stop.");
    expect(out).toContain("fitted the scores, of how a run goes, and the alarm: 60 right, 60 wrong.");
    expect(out).toContain("60 right, 60 wrong. Right is what the verifier accepts.");
    expect(out).toContain(`watch: { alarm: "${to}" } }`);
    const { progress, rightBy } = await readAlarmCalibration(to);
    expect([progress?.kind, rightBy]).toEqual(["progress", "acceptance"]);
  });

  it("draws the same halves for a seed, and others for another", async () => {
    const runs = trajectories(100);
    const files = [await calibrate(runs), await calibrate(runs), await calibrate(runs, "--seed", "2")];
    const [first, again, other] = await Promise.all(files.map(({ to }) => readAlarmCalibration(to)));
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("refuses a file of trajectories that does not tell which runs could have been stopped", async () => {
    const { code, err } = await calibrate(trajectories(100, 3));
    expect(code).not.toBe(0);
    expect(err).toContain("Name the database that they were recorded in.");
  });

  it("has no fields to group by", async () => {
    const { err } = await calibrate(trajectories(4), "--group", "set");
    expect(err).toContain("recorded runs have none");
  });
});

const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, agent: "a", content: `${index}` }));
/** Runs of three steps, of which so many scores were told while they ran. */
const told = (count: number, scorer: string, scores: readonly number[]): readonly JudgedSteps[] =>
  Array.from({ length: count }, (_, at) => ({
    unit: `${scorer}-${at}`,
    draw: at / count,
    right: at % 2 === 0,
    steps: steps(3),
    told: { scorer, scores },
  }));
const of = (...runs: readonly JudgedSteps[]) => ({ runs, leftOut: { early: 0, stoppable: 0 } });

describe("scores that were recorded while runs ran", () => {
  it("count as far as they were told: all of them before the last step, all but the last one else", () => {
    const late = evidenceInRuns(of(...told(80, "mine-1", [0.9, 0.4])), { seed: 1 });
    expect(late).toMatchObject({ by: "recorded", scorer: "mine-1", unscored: 0 });
    // The added number comes after all that could have stopped the run.
    expect(late.calibrated[0]?.scores).toEqual([0.9, 0.4, 0.5]);
    const whole = evidenceInRuns(of(...told(80, "mine-1", [0.9, 0.4, 0.3])), { seed: 1 });
    expect(whole.calibrated[0]?.scores).toEqual([0.9, 0.4, 0.3]);
  });

  it("are those of one scorer: of several, one has to be chosen", () => {
    const runs = of(...told(80, "mine-1", [0.9, 0.4]), ...told(90, "mine-2", [0.8, 0.4]));
    expect(() => evidenceInRuns(runs, { seed: 1 })).toThrow('"mine-1", "mine-2"');
    expect(evidenceInRuns(runs, { seed: 1, scorer: "mine-2" })).toMatchObject({
      scorer: "mine-2",
      unscored: 80,
    });
    expect(() => evidenceInRuns(runs, { seed: 1, scorer: "mine-3" })).toThrow(
      'No run has scores of the scorer "mine-3"',
    );
  });

  it("are not looked at where they are the local scorer's, as it is fitted anew", () => {
    const runs = of(...told(80, "progress-0123456789abcdef", [0.9, 0.4]));
    expect(evidenceInRuns(runs, { seed: 1 }).by).toBe("progress");
  });
});

describe("the halves", () => {
  it("have half of the right runs and half of the wrong ones each, of those that could be stopped", () => {
    const runs = Array.from({ length: 200 }, (_, at) => ({
      name: `${at}`,
      right: at % 4 > 0,
      length: at % 10 === 3 ? 1 : 3,
    }));
    const { calibrated, fitted } = inHalves(runs, 1, (run) => run);
    const count = (half: typeof runs, right: boolean) =>
      half.filter((run) => run.right === right && run.length > 1).length;
    expect([true, false].map((right) => count([...fitted], right))).toEqual([65, 25]);
    expect([true, false].map((right) => count([...calibrated], right))).toEqual([65, 25]);
    expect(new Set([...fitted, ...calibrated]).size).toBe(200);
  });
});
