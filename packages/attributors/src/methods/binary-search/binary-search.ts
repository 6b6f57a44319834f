import type { Redact } from "@langgraph-rollback/attribution";

import { judgeOf } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Attributor, Finding } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf, type Calls } from "../../finding/calls.ts";
import { estimateQuestions } from "../../finding/estimate-questions.ts";
import { attributorOf } from "../../finding/method.ts";
import { noScores } from "../../finding/spread-scores.ts";
import { halvingScores } from "./halving-scores.ts";
import { HALF_VERSION, halfQuestion, type Half } from "./question.ts";
import { halfOf, type Segment } from "./segment.ts";

/**
 * Shows a model the trace and asks which half holds the decisive step. Repeats this with that half alone, down to one step.
 *
 * - Calls: about log2(l), one after the other; none for a trajectory of one step. Input: about twice the trajectory's
 *   tokens.
 * - Scores: each decision hands the half that it keeps its stated confidence, the other half the rest; they sum to 1 and
 *   are highest for the step that is found. A missing answer ends the search: no step is blamed, and what its segment has
 *   is spread evenly; all scores are missing where the first answer is.
 * - Unlike the paper: the question also asks for a reason and a confidence; the paper asks for the half alone. Its algorithm shows the first
 *   half and asks whether the error is in it; its prompt shows the segment and asks for the half, and so does this.
 *
 * `estimate` follows the first halves, which are the longer ones: with steps of equal length, what it costs at most.
 *
 * @see arXiv:2505.00212, section 4.1, algorithm 2
 */
export function binarySearch(options: JudgeOptions): Attributor {
  const judge = judgeOf(options);
  const { redact } = options;
  return attributorOf({
    name: "binary-search",
    version: HALF_VERSION,
    judge,
    attribute: async (evidence, signal) => {
      const calls = callsOf(judge, signal);
      const found = findingOf(evidence, await searchOf(calls, evidence, redact));
      return { ...found, ...calls.sum() };
    },
    estimate: (evidence) =>
      estimateQuestions(
        judge,
        firstHalves(evidence).map((segment) => halfQuestion(evidence, redact, segment)),
      ),
  });
}

interface Search {
  readonly decisions: readonly Half[];
  readonly segment: Segment;
}

/** Down to one step, or to where an answer is missing. */
async function searchOf(calls: Calls, evidence: Evidence, redact: Redact | undefined): Promise<Search> {
  let segment: Segment = { low: 0, high: evidence.trajectory.steps.length - 1 };
  const decisions: Half[] = [];
  while (segment.low < segment.high) {
    const decision = await calls.ask(halfQuestion(evidence, redact, segment), "The search ended early");
    if (decision === undefined) break;
    decisions.push(decision);
    segment = halfOf(segment, decision.half);
  }
  return { decisions, segment };
}

function findingOf(
  { trajectory }: Evidence,
  { decisions, segment: { low, high } }: Search,
): Omit<Finding, "usage" | "problems"> {
  const { length } = trajectory.steps;
  const isFound = low === high;
  const scores = decisions.length === 0 && !isFound ? noScores(length) : halvingScores(length, decisions);
  return isFound ? { scores, ...blameOf(trajectory, low, { reason: decisions.at(-1)?.reason }) } : { scores };
}

function firstHalves({ trajectory }: Evidence): readonly Segment[] {
  const segments: Segment[] = [];
  let segment: Segment = { low: 0, high: trajectory.steps.length - 1 };
  for (; segment.low < segment.high; segment = halfOf(segment, "first")) segments.push(segment);
  return segments;
}
