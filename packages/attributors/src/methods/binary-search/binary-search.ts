import { checkSteps } from "@langgraph-rollback/trajectory";

import { judgeOf, type Judge } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import { addUsage, type Usage } from "../../asking/question/usage.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Redact } from "../../asking/text/redact-text.ts";
import type { Attributor, Finding } from "../../finding/attributor.ts";
import { methodFingerprint } from "../../finding/method-fingerprint.ts";
import { noScores } from "../../finding/spread-scores.ts";
import { halvingScores } from "./halving-scores.ts";
import { HALF_VERSION, halfQuestion, type Half } from "./question.ts";
import { halfOf, type Segment } from "./segment.ts";

/**
 * Shows a model the trace, asks which half holds the decisive step, goes on with this half alone, and so on down to one
 * step.
 *
 * - Calls: about log2(l), one after the other; none for a trajectory of one step. Input: about twice the trajectory's
 *   tokens.
 * - Scores: each decision hands the half that it keeps its stated confidence, the other half the rest; they sum to 1 and
 *   are highest for the step that is found. A missing answer ends the search: no step is blamed, and what its segment has
 *   is spread evenly; all scores are missing where the first answer is.
 * - Unlike the paper: a reason and a confidence are asked for; the paper asks for the half alone.
 *
 * `estimate` follows the first halves, which are the longer ones: with steps of equal length, what it costs at most.
 *
 * @see arXiv:2505.00212, section 4.1, algorithm 2
 */
export function binarySearch(options: JudgeOptions): Attributor {
  const judge = judgeOf(options);
  const { redact } = options;
  return {
    name: "binary-search",
    fingerprint: methodFingerprint("binary-search", HALF_VERSION, judge.id),
    attribute: async (evidence, signal) => {
      checkSteps(evidence.trajectory);
      signal?.throwIfAborted();
      return findingOf(evidence, await searchOf(judge, evidence, redact, signal));
    },
    estimate: (evidence) => {
      const questions = firstHalves(evidence).map((segment) => halfQuestion(evidence, redact, segment));
      const inputTokens = questions.reduce((total, question) => total + judge.countTokens(question), 0);
      return { calls: questions.length, inputTokens };
    },
  };
}

interface Search {
  readonly decisions: readonly Half[];
  readonly segment: Segment;
  readonly usage: Usage;
  /** Why the search ended before it came to one step. */
  readonly problem?: string;
}

async function searchOf(
  judge: Judge,
  evidence: Evidence,
  redact: Redact | undefined,
  signal?: AbortSignal,
): Promise<Search> {
  let segment: Segment = { low: 0, high: evidence.trajectory.steps.length - 1 };
  const decisions: Half[] = [];
  const usages: Usage[] = [];
  while (segment.low < segment.high) {
    const answer = await judge.ask(halfQuestion(evidence, redact, segment), signal);
    usages.push(answer.usage);
    if (answer.status === "missing") {
      return { decisions, segment, usage: addUsage(usages), problem: answer.problem };
    }
    decisions.push(answer.value);
    segment = halfOf(segment, answer.value.half);
  }
  return { decisions, segment, usage: addUsage(usages) };
}

function findingOf({ trajectory }: Evidence, { decisions, segment, usage, problem }: Search): Finding {
  const { length } = trajectory.steps;
  if (problem !== undefined) {
    const scores = decisions.length === 0 ? noScores(length) : halvingScores(length, decisions);
    return { scores, usage, problems: [`The search ended early: ${problem}`] };
  }
  const agent = trajectory.steps[segment.low]?.agent;
  const reason = decisions.at(-1)?.reason;
  return {
    scores: halvingScores(length, decisions),
    step: segment.low,
    ...(agent === undefined ? {} : { agent }),
    ...(reason === undefined ? {} : { reason }),
    usage,
    problems: [],
  };
}

function firstHalves({ trajectory }: Evidence): readonly Segment[] {
  const segments: Segment[] = [];
  let segment: Segment = { low: 0, high: trajectory.steps.length - 1 };
  for (; segment.low < segment.high; segment = halfOf(segment, "first")) segments.push(segment);
  return segments;
}
