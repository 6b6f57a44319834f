import { seededRandom } from "../conformal/index.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { calibrateVerifier, fitPanel, panelScore, rejectionOf } from "../index.ts";
import type { LabelledMemberScores } from "./fit-panel.ts";

/** A judge that is right four times of five, one that guesses at random, and one that says the contrary; the last is at times silent. */
function draw(random: () => number): LabelledMemberScores {
  const right = random() < 0.5;
  const keen = random() < 0.8 ? right : !right;
  const contrary = random() < 0.7 ? !right : right;
  return {
    right,
    scores: [Number(keen), random(), random() < 0.1 ? undefined : Number(contrary)],
  };
}

const members = ["keen", "lots", "contrary"];
const drawn = (n: number, seed: number): readonly LabelledMemberScores[] => {
  const random = seededRandom(seed);
  return Array.from({ length: n }, () => draw(random));
};

describe("fitPanel", () => {
  const model = fitPanel(members, drawn(300, 1));

  it("weighs the judge that knows, hardly the one that guesses at random, and turns round the one that says the contrary", () => {
    const [keen = 0, lots = 1, contrary = 0] = model.weights;
    expect(keen).toBeGreaterThan(0.4);
    expect(Math.abs(lots)).toBeLessThan(0.25);
    expect(contrary).toBeLessThan(-0.2);
  });

  it("takes a missing answer for the member's average", () => {
    const said = panelScore(model, [1, 0.5, model.means[2]]);
    expect(panelScore(model, [1, 0.5, undefined])).toBe(said);
    expect(panelScore(model, [])).toBeCloseTo(panelScore(model, model.means), 12);
  });

  it("gives a probability, whatever scores it is given", () => {
    const any = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(any, { minLength: 3, maxLength: 3 }), (scores) => {
        const score = panelScore(model, scores);
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThan(1);
      }),
    );
  });

  it("is the same for the same runs and seed, and fits into JSON", () => {
    expect(fitPanel(members, drawn(300, 1))).toEqual(model);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  it.each([
    ["right", false],
    ["wrong", true],
  ])("refuses to be fitted without %s runs", (kind, right) => {
    expect(() => fitPanel(["a"], [{ scores: [1], right }])).toThrow(
      expect.objectContaining({ code: "NOT_ENOUGH_LABELS", message: expect.stringContaining(kind) }),
    );
  });

  it("rejects at most epsilon of right runs, calibrated on others than it was fitted to", () => {
    const [rounds, epsilon] = [2000, 0.1];
    let rejected = 0;
    for (let seed = 0; seed < rounds; seed += 1) {
      const random = seededRandom(1000 + seed);
      const verdicts = Array.from({ length: 40 }, () => draw(random)).map(({ scores, right }) => ({
        score: panelScore(model, scores),
        right,
      }));
      const { below } = rejectionOf(calibrateVerifier(verdicts, { verifier: "panel", epsilon }));
      let fresh = draw(random);
      while (!fresh.right) fresh = draw(random);
      rejected += Number(panelScore(model, fresh.scores) < below);
    }
    const error = Math.sqrt((epsilon * (1 - epsilon)) / rounds);
    expect(rejected / rounds).toBeLessThanOrEqual(epsilon + 3 * error);
    expect(rejected / rounds).toBeGreaterThan(epsilon / 3);
  });
});
