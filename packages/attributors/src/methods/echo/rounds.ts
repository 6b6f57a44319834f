import type { Redact } from "@langgraph-rollback/attribution";

import { askForSteps } from "../../asking/ask-for-steps.ts";
import type { Judge } from "../../asking/judge.ts";
import type { Answer, Prompt } from "../../asking/question/question.ts";
import { countTokens } from "../../asking/text/count-tokens.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { redactText } from "../../asking/text/redact-text.ts";
import { traceText } from "../../asking/text/transcript.ts";
import type { Estimate } from "../../finding/attributor.ts";
import type { Calls } from "../../finding/calls.ts";
import { estimateQuestions } from "../../finding/estimate-questions.ts";
import { analysisOf, type Analysis } from "./analysis.ts";
import type { AnalysisAnswer } from "./analysis-answer.ts";
import { digest, patternExtracts } from "./digest.ts";
import type { EchoSettings } from "./echo-settings.ts";
import { firstAndLastOfAgents, suspects, usualSuspects } from "./in-question.ts";
import { extractQuestions, modelExtracts } from "./model-extracts.ts";
import { analystQuestion } from "./prompts.ts";
import type { Analyst } from "./roles.ts";
import type { Analyses } from "./verdict.ts";
import type { EchoSubject } from "./vote.ts";

/** A trace with more characters has too many tokens, and need not be counted: text has about 4. */
const MOST_CHARS_PER_TOKEN = 20;
/** Tokens that may be fewer where a text stands between others than where it stands alone. */
const SEAM = 8;

/** @internal How a panel works, and what is done to texts in its prompts. */
export interface RoundSettings extends EchoSettings {
  readonly redact: Redact | undefined;
}

/**
 * @internal Asks a panel, in one round or in two.
 *
 * @param calls    counts the answers
 * @param evidence with the texts of steps redacted, but not the names of agents
 * @throws the signal's reason once `signal` is aborted
 */
export async function echoRounds(
  judge: Judge,
  calls: Calls,
  evidence: Evidence,
  panel: readonly Analyst[],
  settings: RoundSettings,
  signal?: AbortSignal,
): Promise<Analyses> {
  const { trajectory } = evidence;
  const ask = async (trace: string, subject: EchoSubject): Promise<readonly Analysis[]> => {
    const questions = panel.map((analyst) =>
      analystQuestion(evidence, trace, subject, analyst, settings.redact),
    );
    const answers = await askForSteps(judge, questions, signal);
    return panel.flatMap((analyst, place) => analysisIn(calls, answers[place], analyst, subject) ?? []);
  };
  if (isUnified(judge, evidence, panel, settings))
    return { mode: "unified", both: await ask(traceText(trajectory), "both") };
  const extracts = settings.extraction === "model" ? await modelExtracts(calls, trajectory) : patternExtracts;
  const agent = await ask(digest(trajectory, firstAndLastOfAgents(trajectory), extracts), "agent");
  const step = await ask(digest(trajectory, suspects(trajectory, agent), extracts), "step");
  return { mode: "decoupled", agent, step };
}

function analysisIn(
  calls: Calls,
  answer: Answer<AnalysisAnswer> | undefined,
  analyst: Analyst,
  subject: EchoSubject,
): Analysis | undefined {
  if (answer === undefined) return undefined;
  const said = calls.take(answer, `The ${analyst.role} analyst gave no usable answer (${subject})`);
  return said === undefined ? undefined : analysisOf(said, analyst);
}

/**
 * @internal Estimate of what the rounds would read. Exact but for the second of two: there as many steps are taken to be suspected as
 * there may be, spread evenly, and model's extracts to be as long as those by patterns.
 */
export function estimateRounds(
  judge: Judge,
  evidence: Evidence,
  panel: readonly Analyst[],
  settings: RoundSettings,
): Estimate {
  const { trajectory } = evidence;
  const questions = (trace: string, subject: EchoSubject): readonly Prompt[] =>
    panel.map((analyst) => analystQuestion(evidence, trace, subject, analyst));
  const prompts = isUnified(judge, evidence, panel, settings)
    ? questions(traceText(trajectory), "both")
    : [
        ...(settings.extraction === "model" ? extractQuestions(trajectory) : []),
        ...questions(digest(trajectory, firstAndLastOfAgents(trajectory)), "agent"),
        ...questions(digest(trajectory, usualSuspects(trajectory)), "step"),
      ];
  return estimateQuestions(judge, prompts);
}

/** A short trace, which the judge would show whole: one that it had to shorten is better abridged here. */
function isUnified(
  judge: Judge,
  evidence: Evidence,
  [analyst]: readonly Analyst[],
  { redact, unifiedUpTo }: RoundSettings,
): boolean {
  const whole = traceText(evidence.trajectory);
  if (analyst === undefined || whole.length > MOST_CHARS_PER_TOKEN * unifiedUpTo) return false;
  const trace = redact === undefined ? whole : redactText(whole, redact);
  const tokens = countTokens(trace);
  if (tokens > unifiedUpTo) return false;
  const read = (shown: string): number =>
    judge.countTokens(analystQuestion(evidence, shown, "both", analyst));
  return read(trace) >= tokens + read("") - SEAM;
}
