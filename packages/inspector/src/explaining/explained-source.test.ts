import {
  calibrate,
  constantScorer,
  fitPositionScorer,
  type Calibration,
} from "@langgraph-rollback/attribution";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { describe, expect, it } from "vitest";

import type { ThreadSource } from "../source/thread-source.ts";
import { sampleSource } from "../testing/index.ts";
import { explainedSource } from "./explained-source.ts";

const labelled = sampleTrajectories(30, 5);
const scorer = fitPositionScorer(labelled);
const calibration = await calibrate(labelled, { scorer });
const address = { thread: "t-1", run: "run-b", attempt: 1, step: 4 };

/** The sample, scored by the calibration's scorer, with explanations of the steps named alone. */
function scored(fingerprint: string, recorded: readonly number[] = []): ThreadSource {
  const source = sampleSource({ threads: 1, lengths: [8] });
  const parts = [{ says: "was recorded" }];
  return {
    ...source,
    thread: async (id) => {
      const view = await source.thread(id);
      const text = JSON.stringify(view, (key, value: unknown) => {
        if (key === "scorerFingerprint") return fingerprint;
        return key === "explanations" ? recorded.map((step) => ({ step, parts })) : value;
      });
      return view === undefined ? undefined : JSON.parse(text);
    },
  };
}

const whyOf = async (source: ThreadSource, given: Calibration | undefined): Promise<unknown> =>
  (await explainedSource(source, async () => given).step(address))?.why;

describe("explainedSource", () => {
  it("explains a step whose reasons were not recorded, by the calibration's own scorer", async () => {
    expect(await whyOf(scored(scorer.fingerprint), calibration)).toMatchObject({
      step: 4,
      parts: [{ says: expect.stringMatching(/^is step 5 of 8/), logit: expect.any(Number) }],
    });
  });

  it("leaves what was recorded alone", async () => {
    expect(await whyOf(scored(scorer.fingerprint, [4]), calibration)).toBeUndefined();
  });

  it("says nothing by another scorer than the one that scored, or without one", async () => {
    expect(await whyOf(scored("another"), calibration)).toBeUndefined();
    expect(await whyOf(scored(scorer.fingerprint), undefined)).toBeUndefined();
    const even = await calibrate(labelled, { scorer: constantScorer() });
    expect(await whyOf(scored(even.scorerFingerprint), even)).toBeUndefined();
  });

  it("reads a run once for any number of its steps", async () => {
    const source = scored(scorer.fingerprint);
    let read = 0;
    const counted: ThreadSource = {
      ...source,
      trajectory: async (asked) => {
        read += 1;
        return source.trajectory(asked);
      },
    };
    const explained = explainedSource(counted, async () => calibration);
    for (const step of [1, 2, 3]) await explained.step({ ...address, step });
    expect(read).toBe(1);
  });
});
