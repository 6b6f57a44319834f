import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { fromUnits, toUnits } from "./beliefs.ts";
import type { EchoVote } from "./vote.ts";

/** Whether one agent is to blame or several. */
export type BlameKind = "single" | "several";

/** @internal Votes on agents and step. Only counted votes are looked at. */
export interface Ballot {
  /** Votes that decide the agents. */
  readonly agents: readonly EchoVote[];
  /** Votes that decide the step: the same ones in a unified analysis. */
  readonly steps: readonly EchoVote[];
}

/** @internal A candidate and the confidences of its votes, added up. */
export interface Weighted<T> {
  readonly candidate: T;
  readonly weight: number;
}

/** @internal */
export interface Consensus {
  /** Absent where no vote counted. */
  readonly kind?: BlameKind;
  /** Those blamed, the heaviest first; one where the kind is "single". */
  readonly agents: readonly string[];
  /** 0-based. */
  readonly step?: number;
  /** Mean confidence of the votes that decided the step, else the agents; 0 without votes. */
  readonly confidence: number;
  /** All steps that the deciding votes name, the heaviest first. */
  readonly steps: readonly Weighted<number>[];
  /** Share of all counted weight that backs the winner, in [0, 1]; 0 without one. */
  readonly agreement: { readonly agent: number; readonly step: number };
}

/**
 * @internal Confidence-weighted vote (arXiv:2510.04886, section 3.3): first whether one agent is to blame or several, then
 * who among votes of that kind, then where. Where none of the votes for steps is of that kind, all of them decide.
 *
 * Ties go to the single agent, to the agent who acts first, to the step with the higher belief, then to the earlier one.
 *
 * @param beliefs shape [l], for ties between steps
 */
export function consensus(
  { steps }: Pick<Trajectory, "steps">,
  ballot: Ballot,
  beliefs: readonly number[],
): Consensus {
  const agentVotes = ballot.agents.filter(({ counted }) => counted);
  const stepVotes = ballot.steps.filter(({ counted }) => counted);
  const kind = winningKind([...agentVotes, ...stepVotes]);
  const agentDeciders = ofKind(agentVotes, kind);
  const stepDeciders = ofKind(stepVotes, kind);

  const entry = (agent: string): number => steps.findIndex((step) => step.agent === agent);
  const agents = tally(agentDeciders, (vote) => vote.agents).toSorted(
    (a, b) => b.weight - a.weight || entry(a.candidate) - entry(b.candidate),
  );
  const places = tally(stepDeciders, ({ step }) => (step === undefined ? [] : [step])).toSorted(
    (a, b) =>
      b.weight - a.weight ||
      (beliefs[b.candidate] ?? 0) - (beliefs[a.candidate] ?? 0) ||
      a.candidate - b.candidate,
  );
  const [agent] = agents;
  const [place] = places;
  const share = (winner: Weighted<unknown> | undefined, votes: readonly EchoVote[]): number =>
    winner === undefined ? 0 : winner.weight / weightOf(votes);
  return {
    ...(kind === undefined ? {} : { kind }),
    agents: (kind === "several" ? agents : agents.slice(0, 1)).map(({ candidate }) => candidate),
    ...(place === undefined ? {} : { step: place.candidate }),
    confidence: meanConfidence(stepDeciders.length > 0 ? stepDeciders : agentDeciders),
    steps: places,
    agreement: { agent: share(agent, agentVotes), step: share(place, stepVotes) },
  };
}

/** @internal */
export function kindOf({ agents }: Pick<EchoVote, "agents">): BlameKind {
  return agents.length > 1 ? "several" : "single";
}

function winningKind(votes: readonly EchoVote[]): BlameKind | undefined {
  if (votes.length === 0) return undefined;
  const weigh = (kind: BlameKind): number => weightOf(votes.filter((vote) => kindOf(vote) === kind));
  return weigh("several") > weigh("single") ? "several" : "single";
}

function ofKind(votes: readonly EchoVote[], kind: BlameKind | undefined): readonly EchoVote[] {
  const chosen = votes.filter((vote) => kindOf(vote) === kind);
  return chosen.length === 0 ? votes : chosen;
}

function tally<T>(
  votes: readonly EchoVote[],
  candidates: (vote: EchoVote) => readonly T[],
): readonly Weighted<T>[] {
  const units = new Map<T, number>();
  for (const vote of votes) {
    for (const candidate of candidates(vote)) {
      units.set(candidate, (units.get(candidate) ?? 0) + toUnits(vote.confidence));
    }
  }
  return [...units].map(([candidate, weight]) => ({ candidate, weight: fromUnits(weight) }));
}

function weightOf(votes: readonly EchoVote[]): number {
  return fromUnits(votes.reduce((total, { confidence }) => total + toUnits(confidence), 0));
}

function meanConfidence(votes: readonly EchoVote[]): number {
  return votes.length === 0 ? 0 : weightOf(votes) / votes.length;
}
