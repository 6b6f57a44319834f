import type { Redact } from "@langgraph-rollback/attribution";

import type { Question } from "../../asking/question/question.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { evidenceTexts } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import { checkAnalysis } from "./analysis.ts";
import { ANALYSIS, type AnalysisAnswer } from "./analysis-answer.ts";
import type { Analyst, AnalystRole } from "./roles.ts";
import type { EchoSubject } from "./vote.ts";

/** @internal The same for the whole panel and all subjects. */
export const INSTRUCTIONS: string = `You are one of several analysts who examine the record of a run of one or more AI agents that failed its task. Each of you works alone; your conclusions are then put to a vote, in which each counts by its stated confidence. Say what you find yourself, and do not guess what the others might say.

${DECISIVE_STEP}
- A tool's output or a user's words are what agents had to work with. Blame such a step only if the fault is in what it brought in and no agent could have told.

How to read the trace. Each line is one step, in order: its number, who acted, what they said or did ("content"), which tools were called ("calls"), the name of an error that escaped ("error"). A line with "detail" is abridged: "points" keeps the main sentences of a step, "summary" less, "milestone" least; "…" stands where something is left out. A step is not wrong for what its abridged line does not show, and not right for it either.

How to work. Establish what the task demands and in what the result falls short of it; if a right answer is given, measure against that. Follow the wrong part of the result back from step to step to where it came in. For each candidate ask what would have happened if this one step had been done right; keep the earliest for which the run would then have succeeded. Prefer steps in which somebody reasons, decides or instructs. State confidence as a probability that you would bet on.`;

/** @internal The instructions of each analyst's role. They come last: the panel shares everything before. */
export const ROLE_TEXTS: Readonly<Record<AnalystRole, string>> = {
  conservative:
    "You ask for proof. Blame only what the trace shows beyond doubt, one agent rather than several, and lower your confidence wherever you had to infer.",
  "detail-focused":
    "You read closely. Check names, numbers, units, dates, quotations and arguments of calls from one step to the next, and rest your case on the exact place where they stop agreeing.",
  skeptical:
    "You doubt the obvious culprit. Look for the best case for its innocence, question what everybody in the trace took for granted, and weigh whether the rejection or the right answer itself could be mistaken, before you conclude.",
  general:
    "You keep the balance. Weigh all kinds of evidence alike and go for the mistake that plainly did the most harm.",
  "pattern-focused":
    "You look at the course of the whole run. Trace how plans, assumptions and errors travel between agents, where the same trouble comes back, and at which step the run took the direction that it never left.",
  liberal:
    "You give weight to faint signs. Consider unclear orders, omissions and several agents that failed together, and commit to a conclusion on reasonable evidence, with the confidence that it deserves.",
};

/** @internal The question of a vote on each subject. */
export const SUBJECT_TEXTS: Readonly<Record<EchoSubject, string>> = {
  agent:
    "The question is who: which agent brought the decisive mistake in? Consider every agent in the trace, and evaluate for each that may be to blame the one step that weighs most against it. Name a step in your conclusion as well, even where the abridged lines leave it open: the lines around the steps that you name are shown in full in a later round.",
  step: "The question is where: which step is the decisive one? The lines around the most suspected steps are shown in full. They are no more than suspected: the decisive step may be another. Evaluate each step that may be decisive, and tell apart the step that made the mistake from those just before and after it.",
  both: "Say which agent is to blame and which step is the decisive one. Evaluate each step that may be decisive, and tell apart the step that made the mistake from those just before and after it.",
};

/** @internal One analyst's question. */
export function analystQuestion(
  evidence: Evidence,
  trace: string,
  subject: EchoSubject,
  { role, temperature }: Analyst,
  redact?: Redact,
): Question<AnalysisAnswer> {
  return {
    name: `echo ${subject}`,
    instructions: INSTRUCTIONS,
    evidence: evidenceTexts(evidence, trace),
    ask: `${SUBJECT_TEXTS[subject]}\n\nYour part in the panel: ${ROLE_TEXTS[role]}`,
    answer: ANALYSIS,
    check: (answer) => checkAnalysis(answer, evidence.trajectory, redact),
    temperature,
  };
}
