import { calibrateThreshold, nonconformity, seededRandom } from "@langgraph-rollback/attribution/conformal";
import { describe, expect, it } from "vitest";

import { steps } from "../fixtures/given-source.ts";
import { attemptKey } from "../shared/labels/attempt-key.ts";
import type { FailureTraits } from "./failure-traits.ts";
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

/** Puts failures in an order, in which the first are labelled. */
type Order = (failures: readonly Failure[], round: number) => readonly Failure[];

/** Coverage of fresh failures, over many rounds of labelling the first of 200 in an order and calibrating on them. */
function coverage(order: Order, stopAt = (_round: number) => 40): number {
  const random = seededRandom(7);
  let covered = 0;
  const [rounds, fresh] = [60, 100];
  for (let round = 0; round < rounds; round += 1) {
    const failures = Array.from({ length: 200 }, () => drawFailure(random));
    const labelled = order(failures, round).slice(0, stopAt(round));
    const seen = labelled.map(({ atLabel }) => atLabel);
    const { value } = calibrateThreshold(seen, { ...LIST, alpha: ALPHA });
    for (let each = 0; each < fresh; each += 1) covered += drawFailure(random).atLabel <= value ? 1 : 0;
  }
  return covered / (rounds * fresh);
}

/** The queue of the page, in which failures with clear scores are alike, and so are the others. */
function asQueued(failures: readonly Failure[], round: number): readonly Failure[] {
  const drawn = failures.map((failure, index) => ({
    failure,
    thread: `round ${round}, thread ${index}`,
    run: "",
    attempt: 1,
    task: "",
    steps: LENGTH,
    traits: traitsOf(failure),
  }));
  const byKey = new Map(drawn.map((each) => [attemptKey(each), each.failure]));
  return labelQueue(drawn, () => []).queue.flatMap((item) => byKey.get(attemptKey(item)) ?? []);
}

function traitsOf({ peak }: Failure): FailureTraits {
  return { verdict: new Set([peak > 0.5 ? "clear" : "flat"]), path: new Set() };
}

/** Groups that reach over all failures: the group of the first one is labelled to its end before the other begins. */
const asOneGroup: Order = (failures) => {
  const [first] = failures;
  const isLikeFirst = ({ peak }: Failure) => peak > 0.5 === (first?.peak ?? 0) > 0.5;
  return [...failures.filter(isLikeFirst), ...failures.filter((failure) => !isLikeFirst(failure))];
};

/** In the middle of a ten, at each place in turn. */
const midway = (round: number): number => 40 + (round % 10);

describe("a labeller who labels the first of a queue and calibrates on them", () => {
  it("covers 1 - alpha of fresh failures if the queue is random", () => {
    // Simulated; the standard deviation over rounds is about 0.008.
    expect(coverage(asQueued)).toBeGreaterThan(0.78);
    expect(coverage(asQueued)).toBeLessThan(0.84);
  });

  it("covers 1 - alpha if they stop within a ten, in which alike failures stand side by side", () => {
    expect(coverage(asQueued, midway)).toBeGreaterThan(0.78);
    expect(coverage(asQueued, midway)).toBeLessThan(0.84);
  });

  it("covers far fewer if alike failures of the whole queue stand side by side", () => {
    expect(coverage(asOneGroup)).toBeLessThan(0.7);
  });

  it("covers far fewer if the clearest failures came first, and pays for far more if the flattest did", () => {
    expect(coverage((failures) => failures.toSorted((a, b) => b.peak - a.peak))).toBeLessThan(0.6);
    expect(coverage((failures) => failures.toSorted((a, b) => a.peak - b.peak))).toBeGreaterThan(0.87);
  });
});
