import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { describe, expect, it } from "vitest";

import { planStart, type RetryPlan } from "./plan-start.ts";

type Case = Omit<RetryPlan, "latest">;

/** The least expected cost, by trying all sequences of starts that do not rise, and giving up after each. */
function exhaustive(problem: Case, attempts: number, mass: number, latest: number): number {
  let least = problem.price * mass;
  if (attempts === 0) return least;
  for (let start = 0; start <= latest; start += 1) {
    const cost = mass * (problem.costs[start] ?? 0);
    least = Math.min(least, cost + exhaustive(problem, attempts - 1, massAfter(problem, mass, start), start));
  }
  return least;
}

/** Cost of the plan if it is made anew before each attempt. */
function replanned(problem: Case): number {
  let [mass, latest, spent] = [1, problem.costs.length - 1, 0];
  for (let attempts = problem.attempts; attempts > 0; attempts -= 1) {
    const planned = planStart({ ...problem, attempts, mass, latest });
    if (planned === undefined) break;
    spent += mass * (problem.costs[planned.start] ?? 0);
    mass = massAfter(problem, mass, planned.start);
    latest = planned.start;
  }
  return spent + problem.price * mass;
}

function massAfter({ before, failing }: Case, mass: number, start: number): number {
  const missed = before[start] ?? 0;
  return missed + (mass - missed) * (failing[start] ?? 1);
}

/** A run of 4 to 12 steps with an even, a middling or a sharp belief, any rates, and two to four attempts left. */
function drawCase(random: () => number): Case {
  const pick = (values: readonly number[]) => values[Math.floor(random() * values.length)] ?? 1;
  const length = 4 + Math.floor(9 * random());
  const power = pick([0.3, 1, 4]);
  const weights = Array.from({ length }, () => (-Math.log(1 - random())) ** power);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const [errorRate, repeatRate] = [0.1 * random(), 0.5 * random()];
  let sum = 0;
  return {
    before: weights.map((weight) => (sum += weight) / total - weight / total),
    costs: weights.map((_, start) => length - start),
    failing: weights.map((_, start) => 1 - (1 - repeatRate) * (1 - errorRate) ** (length - start)),
    price: pick([1, 3, 10, 50]) * length,
    attempts: length < 9 ? pick([2, 3, 4]) : pick([2, 3]),
  };
}

describe("the plan of least expected cost", () => {
  it("is within 0.5 % of exhaustive search on 300 small cases, made anew after each failure", () => {
    const random = seededRandom(1);
    const excesses = Array.from({ length: 300 }, () => {
      const problem = drawCase(random);
      const best = exhaustive(problem, problem.attempts, 1, problem.costs.length - 1);
      return replanned(problem) / best - 1;
    });
    expect(Math.min(...excesses)).toBeGreaterThan(-1e-9);
    expect(Math.max(...excesses)).toBeLessThan(0.005);
    // Nearly always it is the best plan itself.
    expect(excesses.filter((excess) => excess < 1e-9).length).toBeGreaterThan(285);
  });

  it("is exact with one attempt left", () => {
    const random = seededRandom(2);
    for (let trial = 0; trial < 300; trial += 1) {
      const problem = { ...drawCase(random), attempts: 1 };
      expect(replanned(problem)).toBeCloseTo(exhaustive(problem, 1, 1, problem.costs.length - 1), 9);
    }
  });

  const sure: RetryPlan = {
    before: [0, 0, 0, 1],
    costs: [4, 3, 2, 1],
    failing: [0.2, 0.2, 0.2, 0.2],
    price: 20,
    attempts: 1,
    latest: 3,
  };

  it("starts right at a mistake whose place is known", () => {
    expect(planStart(sure)?.start).toBe(2);
    // An attempt for 2, and a failure for 20 in a fifth of cases.
    expect(planStart(sure)?.cost).toBeCloseTo(6, 12);
  });

  it("never starts later than allowed", () => {
    expect(planStart({ ...sure, latest: 1 })?.start).toBe(1);
    expect(planStart({ ...sure, latest: 0 })?.start).toBe(0);
  });

  it("takes the latest of starts that cost the same", () => {
    expect(planStart({ ...sure, before: [0, 0, 0, 0], costs: [1, 1, 1, 1] })?.start).toBe(3);
  });

  it("gives up where a failure costs no more than any attempt", () => {
    expect(planStart({ ...sure, price: 2.5 })).toBeUndefined();
    expect(planStart({ ...sure, price: 2.6 })?.start).toBe(2);
    expect(planStart({ ...sure, failing: [1, 1, 1, 1] })).toBeUndefined();
  });

  it("dares a later start where more attempts are left to make up for it", () => {
    const unsure = { ...sure, before: [0, 0.1, 0.2, 0.3], price: 40, failing: [0, 0, 0, 0] };
    expect(planStart(unsure)?.start).toBe(0);
    expect(planStart({ ...unsure, attempts: 2 })?.start).toBe(3);
  });
});
