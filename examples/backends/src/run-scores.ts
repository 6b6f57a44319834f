import { redactValue, type Redact } from "@langgraph-rollback/attribution";
import type { RunHistory } from "langgraph-rollback";

/** Whether reasons leave the machine: words of verifiers, and messages of errors. */
export interface Texts {
  /** Default false: no text is sent. */
  readonly texts?: boolean;
  /** Takes out of a text what must not leave. Default: texts are sent as they are. */
  readonly redact?: Redact;
}

/** One figure of a run or of one of its attempts, as every backend takes it. */
export type RunScore = {
  readonly name: string;
  /** Its subject, in names and numbers. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** A reason; present only if texts were asked for. */
  readonly comment?: string;
} & (
  | { readonly kind: "BOOLEAN" | "NUMERIC"; readonly value: number }
  | { readonly kind: "CATEGORICAL"; readonly value: string }
);

type Attempt = RunHistory["attempts"][number];

/**
 * The figures of a run: its status, how many attempts it took, the verdict on its last attempt, and of each attempt the verdict, the
 * verifier's score and the suspicion of its most suspected step. What an attempt does not have is left out.
 *
 * @throws {RedactorOutputError} if `redact` returns anything but a text
 */
export function runScores(run: RunHistory, texts: Texts = {}): readonly RunScore[] {
  const { attempts, reason, status } = run;
  const facts = { run: run.run };
  const last = attempts.at(-1);
  return [
    { name: "rollback_status", kind: "CATEGORICAL", value: status, facts, ...told(reason, texts) },
    { name: "rollback_attempts", kind: "NUMERIC", value: attempts.length, facts },
    ...(last === undefined ? [] : verdict("verify", last, texts)),
    ...attempts.flatMap((attempt) => attemptScores(attempt, texts)),
  ];
}

function attemptScores(record: Attempt, texts: Texts): readonly RunScore[] {
  const { attempt, attribution, outcome } = record;
  const score = outcome?.score;
  const suspicion = attribution === undefined ? [] : suspected(record, attribution.scores);
  return [
    ...verdict(`verify_attempt_${attempt}`, record, texts),
    ...(score === undefined
      ? []
      : [
          {
            name: `verify_score_attempt_${attempt}`,
            kind: "NUMERIC" as const,
            value: score,
            facts: factsOf(record),
          },
        ]),
    ...suspicion,
  ];
}

function verdict(name: string, record: Attempt, texts: Texts): readonly RunScore[] {
  const { outcome } = record;
  if (outcome === undefined) return [];
  return [
    {
      name,
      kind: "BOOLEAN",
      value: outcome.ok ? 1 : 0,
      facts: factsOf(record),
      ...told(outcome.reason, texts),
    },
  ];
}

function suspected(record: Attempt, scores: readonly number[]): readonly RunScore[] {
  if (scores.length === 0) return [];
  const value = Math.max(...scores);
  const facts = { ...factsOf(record), step: scores.indexOf(value), scores };
  return [{ name: `suspicion_attempt_${record.attempt}`, kind: "NUMERIC", value, facts }];
}

/** Names and numbers of an attempt, and no text of it. */
const factsOf = ({ attempt, decision, failedAt, head, outcome, rewind, run }: Attempt) => ({
  run,
  attempt,
  decision,
  checkpoint: head,
  ...(failedAt === undefined ? {} : { failedAtStep: failedAt.step, failedAtAgent: failedAt.agent }),
  ...(outcome?.error === undefined ? {} : { error: outcome.error.name }),
  ...(rewind === undefined ? {} : { rewoundToStep: rewind.step, policy: rewind.policy, fork: rewind.fork }),
});

function told(text: string | undefined, { redact, texts = false }: Texts): { comment?: string } {
  if (!texts || text === undefined) return {};
  return { comment: redact === undefined ? text : redactValue(text, redact) };
}
