import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Finding } from "../../finding/attributor.ts";
import { noScores } from "../../finding/spread-scores.ts";
import { alternatives } from "./alternatives.ts";
import type { Analysis } from "./analysis.ts";
import { agentBeliefs, stepBeliefs } from "./beliefs.ts";
import { consensus, type Ballot } from "./consensus.ts";
import { disagreement } from "./disagreement.ts";
import type { EchoFinding } from "./echo-finding.ts";
import { stepScores } from "./step-scores.ts";
import { voteOf, type EchoVote } from "./vote.ts";

/** @internal The analyses of a panel that were usable. */
export type Analyses =
  | { readonly mode: "unified"; readonly both: readonly Analysis[] }
  | { readonly mode: "decoupled"; readonly agent: readonly Analysis[]; readonly step: readonly Analysis[] };

/** @internal Result of the analyses; the panel and its costs are the caller's to add. */
export type VotedFinding = Omit<EchoFinding, "roles" | "usage" | "problems">;

/** @internal Votes, and what follows from them. Where one round of two has no answers, the other decides both. */
export function verdict(
  trajectory: Pick<Trajectory, "steps">,
  analyses: Analyses,
  threshold: number,
): VotedFinding {
  const onAgent = analyses.mode === "unified" ? analyses.both : orElse(analyses.agent, analyses.step);
  const onStep = analyses.mode === "unified" ? analyses.both : orElse(analyses.step, analyses.agent);
  const votes = votesOf(analyses, threshold);
  const ballot: Ballot = {
    agents: orElse(
      votes.filter(({ subject }) => subject !== "step"),
      votes,
    ),
    steps: orElse(
      votes.filter(({ subject }) => subject !== "agent"),
      votes,
    ),
  };
  const beliefs = stepBeliefs(trajectory, onStep);
  const { steps, ...decided } = consensus(trajectory, ballot, beliefs);
  const [agent] = decided.agents;
  return {
    mode: analyses.mode,
    scores:
      onStep.length === 0
        ? noScores(trajectory.steps.length)
        : stepScores(trajectory, {
            steps,
            answered: onStep.length,
            beliefs,
            agents: agentBeliefs(trajectory, onAgent),
          }),
    ...decided,
    ...(agent === undefined ? {} : { agent }),
    ...reasonOf(ballot, decided),
    votes,
    disagreement: disagreement(trajectory, ballot, decided),
    alternatives: alternatives(onAgent === onStep ? onStep : [...onAgent, ...onStep], decided),
  };
}

function votesOf(analyses: Analyses, threshold: number): readonly EchoVote[] {
  if (analyses.mode === "unified") return analyses.both.map((found) => voteOf(found, "both", threshold));
  return [
    ...analyses.agent.map((found) => voteOf(found, "agent", threshold)),
    ...analyses.step.map((found) => voteOf(found, "step", threshold)),
  ];
}

/** In the words of the most confident vote for the step, else for the agent. */
function reasonOf(
  ballot: Ballot,
  { step, agents }: Pick<VotedFinding, "step" | "agents">,
): Pick<Finding, "reason"> {
  const backing =
    step === undefined
      ? ballot.agents.filter((vote) => vote.agents.some((agent) => agents.includes(agent)))
      : ballot.steps.filter((vote) => vote.step === step);
  const [best] = backing.filter(({ counted }) => counted).toSorted((a, b) => b.confidence - a.confidence);
  return best === undefined ? {} : { reason: best.reason };
}

function orElse<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  return list.length > 0 ? list : other;
}
