import { seededRandom } from "../conformal/index.ts";
import type { LabelledTrajectory, Step } from "../trajectory/index.ts";

/**
 * Simulated failures, exchangeable with one another: a team adds up numbers, and from the decisive step on the sum is
 * wrong. The decisive step often hedges, and comes early more often than late, so that there is something to learn.
 *
 * @param count how many
 * @param seed  the same seed gives the same failures
 * @returns trajectories of 3 to 12 steps
 */
export function sampleTrajectories(count: number, seed: number): readonly LabelledTrajectory[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => sampleTrajectory(`sample-${seed}-${index}`, random));
}

function sampleTrajectory(id: string, random: () => number): LabelledTrajectory {
  const below = (limit: number) => Math.floor(random() * limit);
  const length = 3 + below(10);
  const decisiveStep = Math.min(below(length), below(length));
  const addends = Array.from({ length }, () => 2 + below(400));
  let sum = 0;
  const steps = addends.map((addend, index): Step => {
    const before = sum;
    sum += addend + (index === decisiveStep ? 1 + below(9) : 0);
    const hedge =
      random() < (index === decisiveStep ? 0.6 : 0.15) ? "I assume that this is probably right. " : "";
    const fillers = "and so the sum grows ".repeat(below(4));
    return {
      index,
      agent: index % 3 === 0 ? "planner" : "worker",
      content: `${hedge}${before} + ${addend} = ${sum} ${fillers}`,
      kind: "model",
    };
  });
  return {
    id,
    task: `Add up ${addends.join(", ")}.`,
    steps,
    outcome: { ok: false },
    label: { decisiveStep },
  };
}
