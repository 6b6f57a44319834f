import { describe, expect, it } from "vitest";

import { everyAttributor } from "../fixtures/every-attributor.ts";
import { labelledFailures } from "../fixtures/labelled-failures.ts";
import { perfectAnswer } from "../fixtures/perfect-judge.ts";
import { textOf } from "../fixtures/step-judges.ts";
import { scriptedModel } from "../testing/index.ts";
import { methodFingerprint, SCORES_VERSION } from "./method-fingerprint.ts";

const failures = labelledFailures.filter(({ steps }) => steps.length >= 5).slice(0, 3);

describe("fingerprints of methods", () => {
  it("stand for scores; where a line of the file changes, raise `SCORES_VERSION`, which makes a new file; `-u` adds the line of a new method", async () => {
    const lines: string[] = [];
    for (const [name, make] of Object.entries(everyAttributor)) {
      const found = failures.map((trajectory) => {
        const model = scriptedModel((messages) => ({ json: perfectAnswer(textOf(messages), trajectory) }));
        return make(model).attribute({ trajectory });
      });
      const scores = (await Promise.all(found)).map((finding) => finding.scores.map(rounded));
      lines.push(`${JSON.stringify({ name, scores })}\n`);
    }
    await expect(lines.join("")).toMatchFileSnapshot(`../fixtures/scores-${SCORES_VERSION}.jsonl`);
  });

  it("change with name, version and models", () => {
    const all = [
      methodFingerprint("a", ["x"], "m"),
      methodFingerprint("b", ["x"], "m"),
      methodFingerprint("a", ["y"], "m"),
      methodFingerprint("a", ["x"], "n"),
      methodFingerprint("a", ["x"], "m", "n"),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all[0]).toMatch(/^a-[0-9a-f]{16}\/m$/);
  });
});

/** Platforms differ in the last digits of powers and exponentials. */
function rounded(score: number | undefined): number | null {
  return score === undefined ? null : Number(score.toFixed(9));
}
