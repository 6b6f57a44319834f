import { createHash } from "node:crypto";

import { fitPanel, panelScore, type MemberScores, type PanelModel } from "@langgraph-rollback/attribution";

import { VerifierMismatchError } from "../errors/verifier-mismatch-error.ts";
import { tokensByModel, type ModelTokens } from "../steps/token-count.ts";
import { parseVerdict, type ParsedVerdict } from "../verifying/parse-verdict.ts";
import type { Verdict, VerifierRun } from "../verifying/verifier.ts";
import { runToJudge, type LabelledRun } from "./judge-runs.ts";
import type { NamedVerifier } from "./named-verifier.ts";

/** Several verifiers that are asked side by side. */
export interface Panel<Input = unknown, Output = unknown> extends NamedVerifier<Input, Output> {
  /** What each member counts; absent where all count alike. */
  readonly model?: PanelModel;
  /**
   * The same panel with weights that are fitted to labelled runs, right and wrong ones. Calibrate it on other runs than these.
   *
   * @param options.seed draws the folds by which the strength of the penalty is chosen; default 0
   * @throws {NotEnoughLabelsError} if no run is right, or none is wrong
   */
  readonly fit: (
    runs: readonly LabelledRun<Input, Output>[],
    options?: { readonly seed?: number; readonly signal?: AbortSignal },
  ) => Promise<Panel<Input, Output>>;
}

/**
 * Several verifiers as one. They are asked side by side; the score is the probability that the run is right, by a logistic
 * regression on their scores. A member that fails is taken to say what it says on average. If all fail, there is no verdict.
 *
 * @param members       with a fingerprint each, all different
 * @param options.model weights that `fit` has found, as a calibration file holds them. Default: the score is the mean of the members'
 *                      scores, for scores in [0, 1]
 * @throws {VerifierMismatchError} if the weights are those of other members
 * @throws {RangeError} if there are no members, or two of the same fingerprint
 *
 * @example
 * const judges = await panel([strict, lenient, schema]).fit(labelled);
 */
export function panel<Input, Output>(
  members: readonly NamedVerifier<Input, Output>[],
  { model }: { readonly model?: PanelModel } = {},
): Panel<Input, Output> {
  const names = members.map(({ fingerprint }) => fingerprint);
  checkNames(names, model);
  const judge = async (run: VerifierRun<Input, Output>): Promise<Verdict> =>
    verdictOf(await askMembers(members, run), model);
  return Object.assign(judge, {
    fingerprint: fingerprintOf(names, model),
    ...(model === undefined ? {} : { model }),
    fit: async (
      runs: readonly LabelledRun<Input, Output>[],
      { seed, signal }: { readonly seed?: number; readonly signal?: AbortSignal } = {},
    ) => {
      const labelled: { scores: MemberScores; right: boolean }[] = [];
      for (const run of runs) {
        signal?.throwIfAborted();
        const said = await askMembers(members, runToJudge(run, signal));
        labelled.push({ scores: said.map(scoreOf), right: run.right });
      }
      return panel(members, { model: fitPanel(names, labelled, seed === undefined ? {} : { seed }) });
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

/** A member's verdict, or why there is none. */
type Said = { readonly name: string } & (
  | { readonly verdict: ParsedVerdict }
  | { readonly verdict?: never; readonly error: unknown }
);

async function askMembers<Input, Output>(
  members: readonly NamedVerifier<Input, Output>[],
  run: VerifierRun<Input, Output>,
): Promise<readonly Said[]> {
  const said = await Promise.all(
    members.map(async (member): Promise<Said> => {
      const name = member.fingerprint;
      try {
        return { name, verdict: parseVerdict(await member(run)) };
      } catch (error) {
        return { name, error };
      }
    }),
  );
  run.signal?.throwIfAborted();
  const errors = said.flatMap((each) => (each.verdict === undefined ? [each.error] : []));
  if (errors.length === said.length) throw new AggregateError(errors, "No member of the panel has answered.");
  return said;
}

const scoreOf = ({ verdict }: Said): number | undefined =>
  verdict === undefined ? undefined : (verdict.score ?? Number(verdict.ok));

function verdictOf(said: readonly Said[], model: PanelModel | undefined): Verdict {
  const scores = said.map(scoreOf);
  const score = model === undefined ? meanOf(scores) : panelScore(model, scores);
  const ok = score >= 0.5;
  const reasons = said.flatMap(({ name, verdict }) =>
    verdict?.ok === false ? [`${name}: ${verdict.reason ?? "no"}`] : [],
  );
  return { ok, score, ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }), ...costOf(said) };
}

function costOf(said: readonly Said[]): { readonly cost?: { readonly tokens: readonly ModelTokens[] } } {
  const tokens = said.flatMap(({ verdict }) => verdict?.cost?.tokens ?? []);
  return tokens.length === 0 ? {} : { cost: { tokens: tokensByModel(tokens) } };
}

function meanOf(scores: MemberScores): number {
  const known = scores.filter((score) => score !== undefined);
  return known.reduce((sum, score) => sum + score, 0) / known.length;
}

const HEX_DIGITS = 16;

function fingerprintOf(names: readonly string[], model: PanelModel | undefined): string {
  const digest = createHash("sha256")
    .update(JSON.stringify(model ?? names))
    .digest("hex");
  return `panel-${digest.slice(0, HEX_DIGITS)}`;
}
