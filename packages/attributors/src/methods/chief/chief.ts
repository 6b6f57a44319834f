import { checkSteps } from "@langgraph-rollback/attribution/trajectory";

import { judgeOf, type Judge } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { redactEvidence } from "../../asking/text/redact-steps.ts";
import type { Attributor, Estimate, Finding } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf } from "../../finding/calls.ts";
import { estimateQuestions } from "../../finding/estimate-questions.ts";
import { attributorOf } from "../../finding/method.ts";
import { highestScore, noScores } from "../../finding/spread-scores.ts";
import {
  BACKTRACKING_VERSION,
  backtrackingQuestion,
  candidatesOf,
  NO_CANDIDATES,
  type ChiefCandidates,
} from "./backtracking.ts";
import { buildGraph, type Shown } from "./build-graph.ts";
import { candidateScores, chiefScores } from "./chief-scores.ts";
import { DECOMPOSITION_VERSION, decompositionQuestion } from "./decomposition.ts";
import { EDGES_VERSION, edgesQuestion, hasLinks } from "./edges.ts";
import type { CausalGraph } from "./graph.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { JUDGEMENTS_VERSION, judgementsQuestion, type Judgements } from "./judgements.ts";
import { TASK_PATTERNS } from "./knowledge-base.ts";
import { ORACLES_VERSION, oraclesQuestion } from "./oracles.ts";
import { PARSE_VERSION, parseQuestion } from "./otar.ts";
import { DEFAULT_EXAMPLES, retrievalOf, type Retrieval, type RetrievalOptions } from "./retrieval.ts";
import { screen, type ChiefOrigin } from "./screening.ts";
import { LONGEST_TEXT } from "./short-trace.ts";
import { supposedCandidates, supposedGraph } from "./supposed-graph.ts";

/** How to attribute with CHIEF. */
export interface ChiefOptions extends JudgeOptions, RetrievalOptions {
  /**
   * Characters of a step's text beyond which the middle of it is left out. Default 3,000; `Infinity` shows all, as in the
   * paper, at the price of more tokens where agents read long pages.
   */
  readonly longestText?: number;
}

/** Result of CHIEF, with the way there. */
export interface ChiefFinding extends Finding {
  /** Causes and effects in the run; `causalGraphMermaid` draws them. */
  readonly graph: CausalGraph;
  /** The subtasks, agents and steps that deviate from what they should have been. */
  readonly candidates: ChiefCandidates;
  /** Origins of the deviations, the blamed step first; empty without a screening. */
  readonly origins: readonly ChiefOrigin[];
}

/**
 * Turns the run into a graph of causes (subtasks, agents in them, steps), describes what each subtask should have been like
 * (a virtual oracle), tracks deviations from that down to steps, and screens those for the one to blame: did it go wrong by
 * itself, was it a loop of planner or executor, where did data first become wrong, was it put right later.
 *
 * - Calls: 6: subtasks, agents and data, causes, oracles, backtracking, screening; one more if the subtasks do not fit the
 *   trace, one less if a single agent acts in a single subtask.
 * - Input: the trajectory's tokens twice (agents and data, backtracking; both begin with the same text), those of its outline
 *   twice (400 characters a step: subtasks, screening), and 10,000 or so of instructions, schemas and graph.
 * - Scores: by how far a step came under suspicion: from 0.6 for origins, from 0.3 for other candidates, at most 0.25 for all
 *   others, many of which are ties. They do not sum to 1. `origins` and `candidates` of the finding say why.
 * - Examples: 16 patterns of our own, not instances of benchmarks; found by words where no embeddings are given.
 *
 * Unlike the paper: all its calls read the whole trace, here two do, with the middle of texts beyond `longestText` left out;
 * subtasks and screening read an outline (suspects whole), causes and oracles none of it. One call asks what agents did and what data they passed on,
 * hence six calls and not seven. Oracles are made without the run's steps, as these would bias
 * them. Loops are found by comparing steps, not by the model. The screening's stages are
 * arithmetic on what the model says of each suspect, where the paper has the model decide in one go.
 *
 * Without backtracking the screening looks for suspects by itself; without a screening the gravest candidate is blamed;
 * without both all scores are missing.
 *
 * `estimate` supposes a subtask for each six steps, eight at most, and three candidate steps.
 *
 * @throws {RangeError} if `examples` is no whole number >= 0, or `longestText` is less than 1
 * @see arXiv:2602.23701, section 4, appendices A to F
 */
export function chief(options: ChiefOptions): Attributor<ChiefFinding> {
  const { longestText = LONGEST_TEXT } = options;
  if (!(longestText >= 1))
    throw new RangeError(`Expected \`longestText\` to be at least 1, got ${longestText}.`);
  const { redact } = options;
  const setup = { judge: judgeOf(options), retrieval: retrievalOf(options), longestText, redact };
  return attributorOf({
    name: "chief",
    version: versionOf(options, longestText),
    judge: setup.judge,
    attribute: (evidence, signal) => attribute(setup, evidence, signal),
    estimate: (evidence) => estimate(setup, evidence),
  });
}

interface Setup extends Shown {
  readonly judge: Judge;
  readonly retrieval: Retrieval;
}

async function attribute(
  { judge, retrieval, ...shown }: Setup,
  given: Evidence,
  signal?: AbortSignal,
): Promise<ChiefFinding> {
  const evidence = redactEvidence(given, shown.redact);
  const { trajectory } = evidence;
  const calls = callsOf(judge, signal);
  const { texts, problem } = await retrieval.retrieve(given.trajectory.task, signal);
  if (problem !== undefined) calls.note(problem);
  const graph = await buildGraph(evidence, texts, calls, shown);
  const verdicts = await calls.ask(backtrackingQuestion(evidence, graph, shown.longestText));
  const candidates =
    verdicts === undefined ? NO_CANDIDATES : candidatesOf(trajectory, graph, verdicts, shown.redact);
  const judgements = await calls.ask(judgementsQuestion(evidence, graph, candidates));
  const decided = decide(trajectory.steps.length, graph, candidates, judgements);
  const { origins, reason, scores, step } = decided;
  return { scores, ...blameOf(trajectory, step, { reason }), graph, candidates, origins, ...calls.sum() };
}

interface Decision extends Pick<ChiefFinding, "scores" | "origins"> {
  readonly step: number | undefined;
  readonly reason: string | undefined;
}

function decide(
  length: number,
  graph: CausalGraph,
  candidates: ChiefCandidates,
  judgements: Judgements | undefined,
): Decision {
  if (judgements !== undefined) {
    const steps = candidates.steps.map(({ step }) => step);
    const origins = screen(graph, steps, judgements);
    const step = origins[0]?.step;
    const reason =
      judgements.steps.find((judgement) => judgement.step - 1 === step)?.reason ??
      candidates.steps.find((candidate) => candidate.step === step)?.why;
    return { scores: chiefScores(length, graph, candidates, origins), origins, step, reason };
  }
  if (candidates.steps.length === 0)
    return { scores: noScores(length), origins: [], step: undefined, reason: undefined };
  const scores = candidateScores(length, graph, candidates);
  const step = highestScore(scores);
  const reason = candidates.steps.find((candidate) => candidate.step === step)?.why;
  return { scores, origins: [], step, reason };
}

function estimate({ judge, retrieval, longestText, redact }: Setup, given: Evidence): Estimate {
  const evidence = redactEvidence(given, redact);
  const { trajectory } = evidence;
  checkSteps(trajectory);
  const examples = retrieval.byWords(given.trajectory.task);
  const graph = supposedGraph(trajectory);
  const unlinked = { ...graph, subtaskEdges: [], agentEdges: [] };
  const questions = [
    decompositionQuestion(evidence, examples),
    parseQuestion(evidence, graph.subtasks, longestText),
    ...(hasLinks(graph) ? [edgesQuestion(evidence, unlinked)] : []),
    oraclesQuestion(evidence, graph.subtasks, examples),
    backtrackingQuestion(evidence, graph, longestText),
    judgementsQuestion(evidence, graph, supposedCandidates(graph, trajectory.steps.length)),
  ];
  return estimateQuestions(judge, questions);
}

function versionOf(
  { examples = DEFAULT_EXAMPLES, embeddings, knowledge }: ChiefOptions,
  longestText: number,
): unknown {
  const source = knowledge === undefined ? TASK_PATTERNS : "own knowledge";
  const search = knowledge === undefined ? searchName(embeddings) : "its own";
  const prompts = [
    INSTRUCTIONS,
    DECOMPOSITION_VERSION,
    PARSE_VERSION,
    EDGES_VERSION,
    ORACLES_VERSION,
    BACKTRACKING_VERSION,
    JUDGEMENTS_VERSION,
  ];
  // `Infinity` is not JSON.
  return [prompts, source, search, examples, String(longestText)];
}

/** LangChain's embeddings have no common name for their model; most call it so. */
function searchName(embeddings: ChiefOptions["embeddings"]): string {
  if (embeddings === undefined) return "by words";
  const model = "model" in embeddings ? embeddings.model : undefined;
  return `by meaning, ${typeof model === "string" ? model : embeddings.constructor.name}`;
}
