import { z } from "zod";

import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import type { RafflesCriterion } from "./candidate.ts";
import type { Proposal } from "./proposal.ts";

/** @internal The fault that is looked for: the decisive one of a run, or the first wrong step of a chain of reasoning. */
export interface Variant {
  readonly name: string;
  readonly instructions: string;
  /** In the order in which they are checked. */
  readonly criteria: readonly RafflesCriterion[];
  /** The claim that an evaluator checks, as a clause. */
  readonly claims: Readonly<Record<RafflesCriterion, string>>;
  readonly proposal: z.ZodType<Proposal>;
}

const HOW = `A judge proposes a candidate and argues for each criterion apart; evaluators then check one argument each, and the judge hears of it. What follows the frames says which of them you are. Rely on the trace alone, and point to the steps that bear you out by number.`;

const FAULTY = z
  .boolean()
  .describe("Whether there is such a step; false only if you are sure that no step meets the criteria");
const STEP = z.number().describe("Number of the step, as in the trace (the first is 1); 1 if there is none");
const FAULT = z.string().describe("What is wrong in this step, given what could be known by then");

/** @internal Of a run of agents. */
export const AGENT_RUN: Variant = {
  name: "raffles",
  instructions: `You work in a team that finds out which step made a run of one or more AI agents fail its task.

${DECISIVE_STEP}

Of the step sought, three criteria hold.
- Fault: its agent made a mistake in it.
- Primacy: no earlier step holds a mistake that the failure follows from.
- Decisiveness: nothing later put the mistake right, and the failure follows from it.

Where no step meets all three, the one that did most to turn the run to its wrong end is sought.

${HOW}`,
  criteria: ["fault", "primacy", "decisiveness"],
  claims: {
    fault: "that the agent named made a mistake in the step named",
    primacy: "that no earlier step holds a mistake that the failure follows from",
    decisiveness: "that nothing later put the mistake right, and that the failure follows from it",
  },
  proposal: z.object({
    fault: FAULT,
    primacy: z.string().describe("Why no earlier step holds a mistake that the failure follows from"),
    decisiveness: z.string().describe("Why no later step put it right, and how the failure follows from it"),
    faulty: FAULTY,
    agent: z.string().describe("The agent who acted in the step, spelt as in the trace"),
    step: STEP,
  }),
};

/** @internal Of a chain of reasoning, in which a wrong step counts whatever becomes of it. */
export const REASONING_CHAIN: Variant = {
  name: "raffles-reasoning",
  instructions: `You work in a team that finds the first wrong step of a chain of reasoning.

Of the step sought, two criteria hold.
- Fault: what it states is wrong, or does not follow from the task and the steps before it.
- Primacy: no earlier step is wrong.

It does not matter what becomes of the step: it counts also where a later one puts it right. A step that works correctly with the result of a wrong one is not wrong itself.

${HOW}`,
  criteria: ["fault", "primacy"],
  claims: {
    fault: "that the step named is wrong or does not follow",
    primacy: "that every earlier step is right",
    decisiveness: "",
  },
  proposal: z.object({
    fault: FAULT,
    primacy: z.string().describe("Why every earlier step is right"),
    faulty: FAULTY,
    step: STEP,
  }),
};
