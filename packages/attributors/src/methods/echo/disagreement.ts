import { type Trajectory, largest, smallest } from "@langgraph-rollback/attribution/trajectory";

import { fromUnits, toUnits } from "./beliefs.ts";
import { kindOf, type Ballot, type Consensus } from "./consensus.ts";
import type { EchoVote } from "./vote.ts";

/** A wider spread of confidences calls for a review: the paper's figure. */
const WIDE_SPREAD = 0.5;
/** From here on a vote is a strong one; the paper gives no figure. */
const STRONG = 0.7;

/** How far the analysts are from agreeing. */
export interface EchoDisagreement {
  /** Kinds of conclusions among the counted votes: 0, 1 or 2 (one agent, several agents). */
  readonly kinds: number;
  /** Highest minus lowest confidence among the counted votes on one question, the larger of both questions. */
  readonly spread: number;
  /** Whether the step that won is one of an agent that won; true where either is missing. */
  readonly consistent: boolean;
  /** Whether two strong votes (0.7 or more) name different steps, or have no agent in common. */
  readonly conflicting: boolean;
  /** Whether a person should look: a spread above 0.5, conflicting or inconsistent votes, or none that counts. */
  readonly review: boolean;
}

/** @internal Disagreement analysis (arXiv:2510.04886, section 3.3). */
export function disagreement(
  { steps }: Pick<Trajectory, "steps">,
  ballot: Ballot,
  { step, agents }: Pick<Consensus, "step" | "agents">,
): EchoDisagreement {
  const agentVotes = ballot.agents.filter(({ counted }) => counted);
  const stepVotes = ballot.steps.filter(({ counted }) => counted);
  const votes = [...agentVotes, ...stepVotes];
  const spread = Math.max(spreadOf(agentVotes), spreadOf(stepVotes));
  const owner = step === undefined ? undefined : steps[step]?.agent;
  const consistent = owner === undefined || agents.length === 0 || agents.includes(owner);
  const conflicting =
    anyTwoStrong(stepVotes, (a, b) => a.step !== undefined && b.step !== undefined && a.step !== b.step) ||
    anyTwoStrong(agentVotes, (a, b) => a.agents.length > 0 && b.agents.length > 0 && disjoint(a, b));
  return {
    kinds: new Set(votes.map(kindOf)).size,
    spread,
    consistent,
    conflicting,
    review: votes.length === 0 || spread > WIDE_SPREAD || conflicting || !consistent,
  };
}

function spreadOf(votes: readonly EchoVote[]): number {
  if (votes.length === 0) return 0;
  const units = votes.map(({ confidence }) => toUnits(confidence));
  return fromUnits(largest(units) - smallest(units));
}

function anyTwoStrong(votes: readonly EchoVote[], differ: (a: EchoVote, b: EchoVote) => boolean): boolean {
  const strong = votes.filter(({ confidence }) => confidence >= STRONG);
  return strong.some((a, index) => strong.slice(index + 1).some((b) => differ(a, b)));
}

function disjoint(a: EchoVote, b: EchoVote): boolean {
  return !a.agents.some((agent) => b.agents.includes(agent));
}
