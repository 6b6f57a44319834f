import { calibrateThreshold, nonconformity, seededRandom } from "@langgraph-rollback/conformal";
import { describe, expect, it } from "vitest";

import { steps } from "../fixtures/given-source.ts";
import { attemptKey } from "../shared/labels/attempt-key.ts";
import { labelQueue } from "./label-queue.ts";

const LENGTH = 10;
const ALPHA = 0.2;
const LIST = { method: "list" } as const;

/** A made-up failure: scores of half of them point out the decisive step, those of the others hardly any. */
interface Failure {
  readonly scores: readonly number[];
  readonly peak: number;
  /** Nonconformity of the decisive step. */
  readonly atLabel: number;
}

function drawFailure(random: () => number): Failure {
  const peak = random() < 0.5 ? 0.9 : 0.2;
  const decisive = Math.floor(random() * LENGTH);
  const suspected = peak > 0.5 ? decisive : Math.floor(random() * LENGTH);
  const scores = steps(LENGTH).map(({ index }) => (index === suspected ? peak : 0.1) + 0.05 * random());
  return { scores, peak, atLabel: nonconformity(scores, LIST)[decisive] ?? 0 };
}

/** Coverage of fresh failures, over many rounds of labelling the first 40 of 200 in an order and calibrating on them. */
function coverage(order: (failures: readonly Failure[], round: number) => readonly Failure[]): number {
  const random = seededRandom(7);
  let covered = 0;
  const [rounds, fresh] = [60, 100];
  for (let round = 0; round < rounds; round += 1) {
    const failures = Array.from({ length: 200 }, () => drawFailure(random));
    const labelled = order(failures, round).slice(0, 40);
    const seen = labelled.map(({ atLabel }) => atLabel);
    const { value } = calibrateThreshold(seen, { ...LIST, alpha: ALPHA });
    for (let each = 0; each < fresh; each += 1) covered += drawFailure(random).atLabel <= value ? 1 : 0;
  }
  return covered / (rounds * fresh);
}

function asQueued(failures: readonly Failure[], round: number): readonly Failure[] {
  const ids = failures.map((failure, index) => ({ failure, id: `round ${round}, thread ${index}` }));
  const attempts = ids.map(({ id }) => ({ thread: id, run: "", attempt: 1, task: "", steps: LENGTH }));
  const place = new Map(
    labelQueue(attempts, () => []).map(({ thread }, index) => [
      attemptKey({ thread, run: "", attempt: 1 }),
      index,
    ]),
  );
  const placeOf = (id: string): number => place.get(attemptKey({ thread: id, run: "", attempt: 1 })) ?? 0;
  return ids.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)).map(({ failure }) => failure);
}

describe("a labeller who labels the first of a queue and calibrates on them", () => {
  it("covers 1 - alpha of fresh failures if the queue is random", () => {
    // Simulated; the standard deviation over rounds is about 0.008.
    expect(coverage(asQueued)).toBeGreaterThan(0.78);
    expect(coverage(asQueued)).toBeLessThan(0.84);
  });

  it("covers far fewer if the clearest failures came first, and pays for far more if the flattest did", () => {
    expect(coverage((failures) => failures.toSorted((a, b) => b.peak - a.peak))).toBeLessThan(0.6);
    expect(coverage((failures) => failures.toSorted((a, b) => a.peak - b.peak))).toBeGreaterThan(0.87);
  });
});
