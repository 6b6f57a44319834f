import { askForSteps } from "../../asking/ask-for-steps.ts";
import { judgeOf, type Judge } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import { promptBudget } from "../../asking/model/context-tokens.ts";
import type { Question, Answer } from "../../asking/question/question.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Attributor, Finding } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf, type Calls } from "../../finding/calls.ts";
import { checkWhole } from "../../finding/check-whole.ts";
import { estimateQuestions } from "../../finding/estimate-questions.ts";
import { attributorOf } from "../../finding/method.ts";
import { highestScore } from "../../finding/spread-scores.ts";
import { joinScores, meanOf, type PartialScores } from "./join-scores.ts";
import { compareQuestion, JOINT_VERSION, type Percentages, scoreQuestion } from "./question.ts";
import { type View, type ViewSettings, viewsOf } from "./views.ts";

/** How to score all steps at once. */
export interface JointOptions extends JudgeOptions {
  /**
   * Tokens of a trace that one call may read, a whole number >= 1. Longer traces are scored in parts. Default: what the model
   * can read (see `contextTokens`) less 1,500 for everything else, and at most 100,000.
   */
  readonly window?: number;
  /** Steps that a part has in common with the one before, at most; a whole number >= 0, default 2. */
  readonly overlap?: number;
  /** How many of the most suspect steps a last call compares again; 0 (default) for no such call, else at least 2. */
  readonly refine?: number;
}

interface Settings extends ViewSettings {
  readonly refine: number;
}

/** Longer traces are better read in parts, even where the model could read more. */
const WIDEST = 100_000;
/** Tokens left for instructions, task and reason. */
const BESIDE = 1500;

/**
 * Asks for the probabilities of all steps in one call. Not from a paper.
 *
 * - Calls: 1 for a trace within `window`, else one for each part; 1 more with `refine`. Input: little more than the
 *   trajectory's own tokens, as the trace is written down tersely, and some 250 a call. All calls on a trajectory begin
 *   alike: with the whole trace, or with the outline that all parts share.
 * - Scores: the stated percentages over 100; they need not sum to 1. A step of two parts gets the mean of both. Steps that
 *   were compared again get the mean of first and second answer. A step that an answer leaves out has no score. If an answer leaves out more than
 *   half, the question is asked again.
 * - Of the highest, the first step is blamed, and the agent who acted in it.
 *
 * `estimate` counts all these calls; as suspects it takes the first steps.
 *
 * @throws {RangeError} if an option is no whole number in its range
 */
export function jointScorer(options: JointOptions): Attributor {
  const judge = judgeOf(options);
  const { overlap = 2, redact, refine = 0, window = widestWindow(judge.id, options.contextTokens) } = options;
  checkWhole("window", window, 1);
  checkWhole("overlap", overlap, 0);
  checkWhole("refine", refine, 0);
  if (refine === 1) throw new RangeError("Expected `refine` to be 0 or at least 2, got 1.");
  const settings = { window, overlap, redact, refine };
  return attributorOf({
    name: "joint",
    version: [JOINT_VERSION, { window, overlap, refine }],
    judge,
    attribute: (evidence, signal) => score(judge, evidence, settings, signal),
    estimate: (evidence) => estimateQuestions(judge, usualQuestions(evidence, settings)),
  });
}

async function score(
  judge: Judge,
  evidence: Evidence,
  settings: Settings,
  signal?: AbortSignal,
): Promise<Finding> {
  const { trajectory } = evidence;
  const { length } = trajectory.steps;
  const views = viewsOf(evidence, settings);
  const questions = views.all.map((view) => scoreQuestion(view, length));
  const answers = await askForSteps(judge, questions, signal);
  const calls = callsOf(judge, signal);
  const looks = answers.map((answer, index) => lookOf(calls, answer, views.all[index]?.steps ?? []));
  const first = joinScores(length, looks);
  const suspects = suspectsOf(first, settings.refine);
  const again =
    suspects.length === 0
      ? undefined
      : lookOf(calls, await judge.ask(compareQuestion(views.of(suspects), suspects), signal), suspects);
  const scores = again === undefined ? first : joinLooks(first, again);
  const all = again === undefined ? looks : [...looks, again];
  const step = highestScore(scores);
  return { scores, ...blameOf(trajectory, step, { reason: reasonOf(step, all) }), ...calls.sum() };
}

/** Content of one answer. */
interface Look extends PartialScores {
  readonly reason: string | undefined;
}

function lookOf(calls: Calls, answer: Answer<Percentages>, steps: readonly number[]): Look {
  const given = calls.take(answer, `Steps ${rangeOf(steps)}`);
  if (given === undefined) return { steps, scores: steps.map(() => undefined), reason: undefined };
  const said = new Map(given.steps.map(({ step, percent }) => [step - 1, percent / 100]));
  for (const step of steps) if (!said.has(step)) calls.note(`Step ${step + 1}: the answer leaves it out.`);
  return { steps, scores: steps.map((step) => said.get(step)), reason: given.reason };
}

/** The most suspect steps, in their order; none if there is nothing to compare. */
function suspectsOf(scores: readonly (number | undefined)[], count: number): readonly number[] {
  const ranked = scores
    .flatMap((given, step) => (given === undefined ? [] : { given, step }))
    .toSorted((a, b) => b.given - a.given || a.step - b.step);
  const chosen = ranked.slice(0, count).map(({ step }) => step);
  return chosen.length < 2 ? [] : chosen.toSorted((a, b) => a - b);
}

function joinLooks(first: readonly (number | undefined)[], again: Look): readonly (number | undefined)[] {
  const second = joinScores(first.length, [again]);
  return first.map((given, step) => meanOf([given, second[step]].flatMap((value) => value ?? [])));
}

/** Of the last look that scored the blamed step. */
function reasonOf(step: number | undefined, looks: readonly Look[]): string | undefined {
  if (step === undefined) return undefined;
  return looks.findLast((look) => look.scores[look.steps.indexOf(step)] !== undefined)?.reason;
}

/** The question if the first steps are the most suspect ones. */
function usualQuestions(evidence: Evidence, settings: Settings): readonly Question<Percentages>[] {
  const { length } = evidence.trajectory.steps;
  const views = viewsOf(evidence, settings);
  const suspects = suspectsOf(
    evidence.trajectory.steps.map(() => 0),
    settings.refine,
  );
  const again: readonly View[] = suspects.length === 0 ? [] : [views.of(suspects)];
  return [
    ...views.all.map((view) => scoreQuestion(view, length)),
    ...again.map((view) => compareQuestion(view, suspects)),
  ];
}

function widestWindow(id: string, contextTokens: number | undefined): number {
  return Math.min(WIDEST, Math.max(1, promptBudget(id, contextTokens) - BESIDE));
}

function rangeOf(steps: readonly number[]): string {
  return `${(steps[0] ?? 0) + 1} to ${(steps.at(-1) ?? 0) + 1}`;
}
