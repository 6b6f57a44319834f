import { fitPanel, panelScore, type MemberScores, type PanelModel } from "@langgraph-rollback/attribution";

import { VerifierMismatchError } from "../errors/verifier-mismatch-error.ts";
import { VerifierUndecidedError } from "../errors/verifier-undecided-error.ts";
import type { Verdict, VerifierRun } from "./verifier.ts";
import { checkVerifierOptions } from "./check-verifier-options.ts";
import { digest, fingerprintOf } from "./fingerprint.ts";
import { runToJudge, type LabelledResult } from "./judge-runs.ts";
import { askMember, costOf, knownAmong, signalAmong, unknownAmong, type MemberVerdict } from "./members.ts";
import type { NamedVerifier, VerifierOptions } from "./named-verifier.ts";

/** Several verifiers that are called in parallel. */
export interface Panel<Input = unknown, Output = unknown> extends NamedVerifier<Input, Output> {
  /** Weight of each member; absent where all count alike. */
  readonly model?: PanelModel;
  /**
   * The same panel with weights that are fitted to labelled runs, right and wrong ones. Calibrate it on other runs than these.
   *
   * @param options.seed draws the folds by which the strength of the penalty is chosen; default 0
   * @throws {NotEnoughLabelsError} if no run is right, or none is wrong
   */
  readonly fit: (
    runs: readonly LabelledResult<Input, Output>[],
    options?: { readonly seed?: number; readonly signal?: AbortSignal },
  ) => Promise<Panel<Input, Output>>;
}

/** How a panel is made. */
export interface PanelOptions extends VerifierOptions {
  /** Weights that `fit` has found, as a calibration file holds them. Default: the score is the mean of the members' scores, for scores in [0, 1]. */
  readonly model?: PanelModel;
}

const A_MODEL = {
  expected: "the weights of a panel",
  holds: (value: unknown) => Reflect.get(Object(value), "kind") === "panel",
};

/**
 * Several verifiers as one. They are called in parallel; the score is the probability that the run is right, by a logistic
 * regression on their scores. A member that fails counts with its average score. If all fail, there is no verdict.
 *
 * @param members       with a fingerprint each, all different
 * @throws {VerifierMismatchError} if the weights belong to other members
 * @throws {VerifierUndecidedError} when called, if no member answers
 * @throws {RangeError} if there are no members, or two of the same fingerprint
 *
 * @example
 * const judges = await panel([strict, lenient, schema]).fit(labelled);
 */
export function panel<Input, Output>(
  members: readonly NamedVerifier<Input, Output>[],
  options: PanelOptions = {},
): Panel<Input, Output> {
  checkVerifierOptions(options, { model: A_MODEL });
  const { model, timeout } = options;
  const names = members.map(({ fingerprint }) => fingerprint);
  checkNames(names, model);
  const judge = async (run: VerifierRun<Input, Output>): Promise<Verdict> =>
    verdictOf(await askAll(members, run, timeout), model);
  return Object.assign(judge, {
    fingerprint: fingerprintOf("panel", digest(model ?? names)),
    ...(model === undefined ? {} : { model }),
    fit: async (
      runs: readonly LabelledResult<Input, Output>[],
      { seed, signal }: { readonly seed?: number; readonly signal?: AbortSignal } = {},
    ) => {
      const labelled: { scores: MemberScores; right: boolean }[] = [];
      for (const run of runs) {
        signal?.throwIfAborted();
        const said = await askAll(members, runToJudge(run, signal), timeout);
        labelled.push({ scores: said.map(scoreOf), right: run.right });
      }
      return panel(members, {
        ...options,
        model: fitPanel(names, labelled, seed === undefined ? {} : { seed }),
      });
    },
  });
}

function checkNames(names: readonly string[], model: PanelModel | undefined): void {
  if (names.length === 0) throw new RangeError("Expected `members` to hold at least one verifier, got none.");
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new RangeError(`Expected \`members\` of different fingerprints, got "${twice}" twice.`);
  if (model === undefined) return;
  const at = [...model.members, ...names].findIndex((_, place) => model.members[place] !== names[place]);
  if (at >= 0) throw new VerifierMismatchError(model.members[at] ?? "none", names[at]);
}

/** Answers of the members about a run. LangGraph's own signals, such as a member's `interrupt`, are for the graph. */
async function askAll<Input, Output>(
  members: readonly NamedVerifier<Input, Output>[],
  run: VerifierRun<Input, Output>,
  timeout: number | undefined,
): Promise<readonly MemberVerdict[]> {
  const answers = await Promise.all(
    members.map((verify) => askMember({ name: verify.fingerprint, verify }, run, timeout)),
  );
  const unknown = unknownAmong(answers);
  const signal = signalAmong(unknown);
  if (signal !== undefined) throw signal;
  if (unknown.length === answers.length) throw new VerifierUndecidedError(unknown, answers.length);
  return answers;
}

const scoreOf = (answer: MemberVerdict): number | undefined =>
  "outcome" in answer ? (answer.outcome.score ?? Number(answer.outcome.ok)) : undefined;

function verdictOf(answers: readonly MemberVerdict[], model: PanelModel | undefined): Verdict {
  const known = knownAmong(answers);
  const scores = answers.map(scoreOf);
  const score = model === undefined ? meanOf(scores) : panelScore(model, scores);
  const reasons = known.flatMap(({ name, outcome }) =>
    outcome.ok ? [] : [`${name}: ${outcome.reason ?? "failed"}`],
  );
  return {
    ok: score >= 0.5,
    score,
    ...(reasons.length === 0 ? {} : { reason: reasons.join("\n") }),
    ...costOf(known),
  };
}

function meanOf(scores: MemberScores): number {
  const known = scores.filter((score) => score !== undefined);
  return known.reduce((sum, score) => sum + score, 0) / known.length;
}
