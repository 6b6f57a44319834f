import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { calibrateVerifier } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { judge } from "./judge.ts";
import { calibratedVerifier, judgeRuns, type LabelledResult, namedVerifier, panel } from "./index.ts";
import { runToJudge } from "./judge-runs.ts";

/** Views of a run by three judges: one is right four times of five, one guesses at random, one is down at times. */
interface Seen {
  readonly keen: boolean;
  readonly lots: number;
  readonly shy: number | undefined;
}

const keen = namedVerifier<string, Seen>("keen", ({ output }) => ({
  ok: output?.keen ?? false,
  reason: "does not add up",
  cost: { tokens: [{ model: "m", input: 10, output: 2 }] },
}));
const lots = namedVerifier<string, Seen>("lots", ({ output }) => ({
  ok: true,
  score: output?.lots ?? 0,
  cost: { tokens: [{ model: "m", input: 5, output: 1 }] },
}));
const shy = namedVerifier<string, Seen>("shy", ({ output }) => {
  if (output?.shy === undefined) throw new Error("shy is down");
  return { key: "shy", score: output.shy };
});

function drawn(n: number, seed: number): readonly LabelledResult<string, Seen>[] {
  const random = seededRandom(seed);
  return Array.from({ length: n }, () => {
    const right = random() < 0.5;
    const said = random() < 0.8 ? right : !right;
    const seen = { keen: said, lots: random(), shy: random() < 0.3 ? undefined : Number(right) * random() };
    return { input: "task", output: seen, right };
  });
}

const seeing = (output: Seen) => runToJudge({ input: "task", output, right: true });

describe("panel", () => {
  it("counts all members alike without weights, sums what they cost, and says who is against", async () => {
    const verdict = await judge(panel([keen, lots, shy]), seeing({ keen: false, lots: 0.3, shy: 0.6 }));
    expect(verdict).toMatchObject({
      ok: false,
      reason: "keen: does not add up",
      cost: { tokens: [{ model: "m", input: 15, output: 3 }] },
    });
    expect(verdict.score).toBeCloseTo(0.3, 12);
  });

  it("does without a member that fails", async () => {
    const verdict = await judge(panel([keen, lots, shy]), seeing({ keen: true, lots: 0.5, shy: undefined }));
    expect(verdict.score).toBe(0.75);
  });

  it("has no verdict if all fail", async () => {
    const asked = judge(panel([shy]), seeing({ keen: true, lots: 0.5, shy: undefined }));
    await expect(asked).rejects.toMatchObject({
      code: "VERIFIER",
      cause: { code: "VERIFIER_UNDECIDED", errors: [{ message: expect.stringContaining("shy is down") }] },
    });
  });

  it("learns from labelled runs whom to trust, also where a member was silent", async () => {
    const fitted = await panel([keen, lots, shy]).fit(drawn(300, 1), { seed: 1 });
    const [trusted = 0, idle = 1] = fitted.model?.weights ?? [];
    expect(trusted).toBeGreaterThan(2 * Math.abs(idle));
    const score = async (seen: Seen) => (await judge(fitted, seeing(seen))).score ?? 0;
    expect(await score({ keen: true, lots: 0, shy: undefined })).toBeGreaterThan(0.5);
    expect(await score({ keen: false, lots: 1, shy: undefined })).toBeLessThan(0.5);
  });

  it("is used again with the weights of its calibration file, and with no other members", async () => {
    const fitted = await panel([keen, lots]).fit(drawn(100, 2));
    const { unjudged, verdicts } = await judgeRuns(fitted, drawn(100, 3));
    expect(unjudged).toEqual([]);
    const file = calibrateVerifier(verdicts, { verifier: fitted, epsilon: 0.1 });
    const { panel: model } = file;
    if (model === undefined) throw new Error("Expected the weights in the file.");
    const again = calibratedVerifier(panel([keen, lots], { model }), file);
    const seen = { keen: false, lots: 0.2, shy: 1 };
    expect(await judge(again, seeing(seen))).toEqual(
      await judge(calibratedVerifier(fitted, file), seeing(seen)),
    );
    expect(() => panel([lots, keen], { model })).toThrow('from the verifier "keen", not from "lots"');
    expect(() => panel([keen], { model })).toThrow(expect.objectContaining({ code: "VERIFIER_MISMATCH" }));
    expect(() => calibratedVerifier(panel([keen, lots]), file)).toThrow(/VerifierMismatch|learnt from/);
  });

  it("refuses no members, and two of one name", () => {
    expect(() => panel([])).toThrow(/at least one verifier/);
    expect(() => panel([keen, keen])).toThrow('got "keen" twice');
  });

  it("ends with the run that is aborted", async () => {
    const controller = new AbortController();
    const slow = namedVerifier<string, Seen>("slow", () => {
      controller.abort(new Error("stop"));
      throw new Error("cut off");
    });
    const run = { ...seeing({ keen: true, lots: 1, shy: 1 }), signal: controller.signal };
    await expect(judge(panel([slow, keen]), run)).rejects.toThrow("stop");
  });
});

describe("judgeRuns", () => {
  it("leaves out runs of which there is no verdict, and says which", async () => {
    const runs = drawn(20, 5);
    const { unjudged, verdicts } = await judgeRuns(shy, runs);
    const down = runs.flatMap(({ output }, index) => (output.shy === undefined ? [index] : []));
    expect(unjudged.map(({ index }) => index)).toEqual(down);
    expect(verdicts).toHaveLength(20 - down.length);
    expect(new Set(verdicts.map(({ draw }) => draw)).size).toBe(verdicts.length);
  });

  it("says what was left out of a labelled run if the verifier asks for it", async () => {
    const curious = namedVerifier("curious", async ({ trajectory }) => (await trajectory()).steps.length > 0);
    const { unjudged } = await judgeRuns(curious, drawn(1, 1));
    expect(unjudged[0]?.error).toMatchObject({
      message: "This labelled run was given without `trajectory`.",
    });
  });
});
