import {
  ensemble,
  type FitScorer,
  type FittedScorer,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import { seededOrder } from "@langgraph-rollback/attribution/draws";
import { addUsage } from "@langgraph-rollback/attributors/evaluation";
import type { Attributor, Evidence, Finding } from "@langgraph-rollback/attributors";
import { type Trajectory, largest } from "@langgraph-rollback/attribution/trajectory";
import { EvaluationError } from "../errors/evaluation-error.ts";
import type { Contender } from "./contender.ts";
import { evidenceOf } from "./evidence-of.ts";
import { filled } from "./finding-metrics.ts";
import type { Case } from "./case.ts";

/** Members of an ensemble, and the settings for judging it. */
export interface EnsembleSettings {
  /** Members joined by +: "joint+logit". */
  readonly name: string;
  readonly attributors: readonly Attributor[];
  /** Members that are fitted with the weights. */
  readonly fitted: readonly FitScorer[];
  readonly cases: readonly Case[];
  readonly withTruth: boolean;
  readonly withOutcome?: boolean;
  /** Draws the halves. */
  readonly seed: number;
}

/**
 * Several methods as one: the cases are cut into two halves, and each is judged by an ensemble that was fitted to the other,
 * members that learn included. A model is called once about each trajectory, for fitting and for judging together. A finding costs what its members'
 * answers on that trajectory cost.
 */
export function ensembleContender(settings: EnsembleSettings): Contender {
  const { attributors, cases, fitted, name, seed } = settings;
  const members = attributors.map((attributor) => askedOnce(attributor, settings));
  const halves = halvesOf(cases.length, seed);
  // Knowledge of steps without a model is a member, logit or position, or it does not count.
  const learn = ensemble([...members.map(({ scorer }) => scorer), ...fitted], { seed, local: "none" });
  const fits = new Map<readonly number[], Promise<FittedScorer>>();

  const fit = async (half: readonly number[], signal?: AbortSignal): Promise<FittedScorer> => {
    const labelled = half.flatMap((index) => cases[index]?.trajectory ?? []);
    // All at once, as far as the members' queues let them: an ensemble asks about one after the other.
    await Promise.all(members.flatMap(({ findingOf }) => labelled.map((each) => findingOf(each, signal))));
    return learn(labelled);
  };

  const attribute = async (index: number, signal?: AbortSignal): Promise<Finding> => {
    const trajectory = cases[index]?.trajectory;
    const others = halves.find((half) => !half.includes(index));
    if (trajectory === undefined || others === undefined || others.length === 0)
      throw new EvaluationError(
        `${name} needs two labelled trajectories or more, to fit weights and to judge.`,
      );
    const known = fits.get(others) ?? fit(others, signal);
    fits.set(others, known);
    const scorer = await known;
    const findings = await Promise.all(members.map(({ findingOf }) => findingOf(trajectory, signal)));
    return pooled(trajectory, await scorer.score(trajectory, signal), findings);
  };

  return {
    name,
    fit: learn,
    attributorFor: (index) => ({
      name,
      fingerprint: `${name}/${attributors.map(({ fingerprint }) => fingerprint).join("+")}/halves-${seed}`,
      attribute: (_, signal) => attribute(index, signal),
      estimate: (evidence) => {
        const estimates = attributors.map((attributor) => attributor.estimate(evidence));
        return {
          calls: estimates.reduce((sum, { calls }) => sum + calls, 0),
          inputTokens: estimates.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
        };
      },
    }),
  };
}

interface AskedOnce {
  readonly scorer: StepScorer;
  readonly findingOf: (trajectory: Trajectory, signal?: AbortSignal) => Promise<Finding>;
}

function askedOnce(
  attributor: Attributor,
  { cases, withOutcome = true, withTruth }: EnsembleSettings,
): AskedOnce {
  const known = new Map<Trajectory, Evidence>(
    cases.map((each) => [each.trajectory, evidenceOf(each, { withTruth, withOutcome })]),
  );
  const found = new Map<Trajectory, Promise<Finding>>();
  const findingOf: AskedOnce["findingOf"] = (trajectory, signal) => {
    const evidence = known.get(trajectory);
    if (evidence === undefined)
      throw new EvaluationError(`"${trajectory.id}" is none of the trajectories that are judged.`);
    const finding = found.get(trajectory) ?? attributor.attribute(evidence, signal);
    found.set(trajectory, finding);
    return finding;
  };
  return {
    findingOf,
    scorer: {
      fingerprint: attributor.fingerprint,
      score: async (trajectory, signal) => filled((await findingOf(trajectory, signal)).scores),
    },
  };
}

/** Two halves of the positions, the same for the same seed. */
function halvesOf(length: number, seed: number): readonly (readonly number[])[] {
  const order = seededOrder(length, seed);
  const half = Math.ceil(length / 2);
  return [order.slice(0, half), order.slice(half)];
}

function pooled({ steps }: Trajectory, scores: readonly number[], findings: readonly Finding[]): Finding {
  const step = scores.indexOf(largest(scores));
  const agent = steps[step]?.agent;
  return {
    scores,
    step,
    ...(agent === undefined ? {} : { agent }),
    usage: addUsage(findings.map(({ usage }) => usage)),
    problems: findings.flatMap(({ problems }) => problems),
  };
}
