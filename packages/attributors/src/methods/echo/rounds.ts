import { askForSteps } from "../../asking/ask-for-steps.ts";
import type { Judge } from "../../asking/judge.ts";
import type { Prompt, Question } from "../../asking/question/question.ts";
import type { Usage } from "../../asking/question/usage.ts";
import { countTokens } from "../../asking/text/count-tokens.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { type Redact, redactText } from "../../asking/text/redact-text.ts";
import { traceText } from "../../asking/text/transcript.ts";
import type { Estimate } from "../../finding/attributor.ts";
import { analysisOf, type Analysis } from "./analysis.ts";
import type { AnalysisAnswer } from "./analysis-answer.ts";
import { digest, patternExtracts } from "./digest.ts";
import type { EchoSettings } from "./echo-settings.ts";
import { firstAndLastOfAgents, suspects, usualSuspects } from "./in-question.ts";
import { extractQuestions, modelExtracts, type ModelExtracts } from "./model-extracts.ts";
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

/** @internal What a panel said, and what it cost. */
export interface Rounds {
  readonly analyses: Analyses;
  readonly usages: readonly Usage[];
  readonly problems: readonly string[];
}

/**
 * @internal Asks a panel, in one round or in two.
 *
 * @param evidence with the texts of steps redacted, but not the names of agents
 * @throws the signal's reason once `signal` is aborted
 */
export async function echoRounds(
  judge: Judge,
  evidence: Evidence,
  panel: readonly Analyst[],
  settings: RoundSettings,
  signal?: AbortSignal,
): Promise<Rounds> {
  const { trajectory } = evidence;
  const { redact } = settings;
  const ask = (trace: string, subject: EchoSubject): Promise<Round> =>
    round(
      judge,
      panel,
      panel.map((analyst) => analystQuestion(evidence, trace, subject, analyst, redact)),
      subject,
      signal,
    );
  if (isUnified(judge, evidence, panel, settings)) {
    const { analyses, usages, problems } = await ask(traceText(trajectory), "both");
    return { analyses: { mode: "unified", both: analyses }, usages, problems };
  }
  const abridged: ModelExtracts =
    settings.extraction === "model"
      ? await modelExtracts(judge, trajectory, signal)
      : { extracts: patternExtracts, usages: [], problems: [] };
  const first = await ask(digest(trajectory, firstAndLastOfAgents(trajectory), abridged.extracts), "agent");
  const suspected = suspects(trajectory, first.analyses);
  const second = await ask(digest(trajectory, suspected, abridged.extracts), "step");
  return {
    analyses: { mode: "decoupled", agent: first.analyses, step: second.analyses },
    usages: [...abridged.usages, ...first.usages, ...second.usages],
    problems: [...abridged.problems, ...first.problems, ...second.problems],
  };
}

/**
 * @internal What the rounds would read. Exact but for the second of two: there as many steps are taken to be suspected as
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
  return {
    calls: prompts.length,
    inputTokens: prompts.reduce((total, prompt) => total + judge.countTokens(prompt), 0),
  };
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

interface Round {
  readonly analyses: readonly Analysis[];
  readonly usages: readonly Usage[];
  readonly problems: readonly string[];
}

async function round(
  judge: Judge,
  panel: readonly Analyst[],
  questions: readonly Question<AnalysisAnswer>[],
  subject: EchoSubject,
  signal: AbortSignal | undefined,
): Promise<Round> {
  const answers = await askForSteps(judge, questions, signal);
  const paired = panel.flatMap((analyst, place) => {
    const answer = answers[place];
    return answer === undefined ? [] : [{ analyst, answer }];
  });
  return {
    analyses: paired.flatMap(({ analyst, answer }) =>
      answer.status === "answered" ? [analysisOf(answer.value, analyst)] : [],
    ),
    usages: answers.map(({ usage }) => usage),
    problems: paired.flatMap(({ analyst, answer }) =>
      answer.status === "missing"
        ? [`The ${analyst.role} analyst gave no usable answer (${subject}): ${answer.problem}`]
        : [],
    ),
  };
}
