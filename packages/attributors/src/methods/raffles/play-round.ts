import type { Judge } from "../../asking/judge.ts";
import { addUsage, type Usage } from "../../asking/question/usage.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { exists, type RafflesOpinion, type RafflesRound } from "./candidate.ts";
import { candidateOf, opinionQuestion, proposalQuestion } from "./questions.ts";
import { ruleCheck } from "./rule-check.ts";
import type { RafflesSettings } from "./settings.ts";
import type { Variant } from "./variant.ts";

/** @internal A round, and what it cost. */
export interface PlayedRound {
  readonly round: RafflesRound;
  readonly usage: Usage;
  readonly problems: readonly string[];
}

/** @internal The judge's candidate, and all evaluators' opinions of it, asked for at once. */
export async function playRound(
  judge: Judge,
  evidence: Evidence,
  variant: Variant,
  earlier: readonly RafflesRound[],
  settings: RafflesSettings,
  signal?: AbortSignal,
): Promise<PlayedRound> {
  const name = `Round ${earlier.length + 1}`;
  const proposal = await judge.ask(proposalQuestion(evidence, variant, earlier), signal);
  if (proposal.status === "missing") {
    const problems = [`${name}, judge: ${proposal.problem}`];
    return { round: { opinions: [], confidence: 0 }, usage: proposal.usage, problems };
  }
  const candidate = candidateOf(evidence, variant, proposal.value, settings.redact);
  const rule = ruleCheck(evidence.trajectory, candidate);
  const isShown = settings.rounds > 0 && exists(candidate, evidence.trajectory.steps.length);
  const asked = isShown ? variant.criteria : [];
  const answers = await Promise.all(
    asked.map(async (criterion) => {
      const question = opinionQuestion(evidence, variant, candidate, criterion, settings);
      return { criterion, answer: await judge.ask(question, signal) };
    }),
  );
  const opinions = answers.map(({ answer, criterion }): RafflesOpinion =>
    answer.status === "answered"
      ? { criterion, ...answer.value }
      : { criterion, confidence: undefined, reason: "No usable answer." },
  );
  const all = [...opinions, rule];
  return {
    round: {
      candidate,
      opinions: all,
      confidence: all.reduce((sum, each) => sum + (each.confidence ?? 0), 0),
    },
    usage: addUsage([proposal.usage, ...answers.map(({ answer }) => answer.usage)]),
    problems: [
      ...answers.flatMap(({ answer, criterion }) =>
        answer.status === "missing" ? `${name}, ${criterion}: ${answer.problem}` : [],
      ),
      ...(rule.confidence === 0 ? [`${name}: ${rule.reason}`] : []),
    ],
  };
}
