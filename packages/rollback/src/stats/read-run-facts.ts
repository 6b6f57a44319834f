import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readHistory, type RunHistory } from "../history/history.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import type { GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { CostFacts, FailureFacts, PlaceNames, RunFacts, StepFacts, SuspectedStep } from "./run-facts.ts";

/** Characters of a reason and of a name that are read. */
const REASON = 2000;
const NAME = 120;

/**
 * Reads facts about the runs of a thread that `withRollback` or `rollbackGraph` has judged.
 *
 * @returns oldest first
 * @throws what the checkpointer throws
 */
export async function readRunFacts(
  source: GraphOrCheckpointer,
  threadId: string,
): Promise<readonly RunFacts[]> {
  const facts: RunFacts[] = [];
  for (const run of (await readHistory(source, checkpointConfig(threadId))).toReversed()) {
    const [first] = run.attempts;
    if (first?.attempt === 1) facts.push(await factsOf(source, threadId, run, first));
  }
  return facts;
}

/** An attempt, and the steps that it ran itself, as far as the checkpointer still has them. */
interface ReadAttempt {
  readonly record: AttemptRecord;
  readonly all: readonly RecordedStep[];
  readonly own: readonly RecordedStep[];
}

async function factsOf(
  source: GraphOrCheckpointer,
  threadId: string,
  { attempts, run, status }: RunHistory,
  first: AttemptRecord,
): Promise<RunFacts> {
  const read: ReadAttempt[] = [];
  let before: RecordedTrajectory | undefined;
  for (const [at, record] of attempts.entries()) {
    before = await stepsAt(source, threadId, record.head, before);
    const all = before?.steps ?? [];
    read.push({ record, all, own: all.slice(attempts[at - 1]?.rewind?.kept ?? 0) });
  }
  const [begun, ...later] = read;
  const steps = read.flatMap(({ own }) => own);
  const failure = begun === undefined ? undefined : failureOf(begun);
  return {
    thread: threadId,
    run,
    at: first.at,
    status,
    agents: [
      ...new Set(steps.flatMap((step) => [placeOf(step).agent ?? [], short(step.origin.node)].flat())),
    ],
    ...(failure === undefined ? {} : { failure }),
    isJudged: first.outcome !== undefined,
    first: begun === undefined ? { steps: 0 } : costOf([begun]),
    redone: costOf(later),
    rollbacks: attempts.filter(({ rewind }) => rewind !== undefined).length,
    steps: steps.map(stepFacts),
    // An alarm or a check that stopped the attempt is no verifier.
    ...(first.outcome?.verifier === undefined || first.outcome.early !== undefined
      ? {}
      : { verifier: short(first.outcome.verifier) }),
  };
}

async function stepsAt(
  source: GraphOrCheckpointer,
  threadId: string,
  head: string,
  before: RecordedTrajectory | undefined,
): Promise<RecordedTrajectory | undefined> {
  try {
    return await readTrajectory(source, checkpointConfig(threadId, head), before);
  } catch (error) {
    // A checkpointer that prunes does not hold it any more.
    if (error instanceof CheckpointNotFoundError) return undefined;
    throw error;
  }
}

function failureOf({ all, record }: ReadAttempt): FailureFacts | undefined {
  const { attribution, failedAt, outcome, recovery } = record;
  if (outcome?.ok !== false) return undefined;
  const { early, error, reason } = outcome;
  const thrown = failedAt === undefined ? undefined : all[failedAt.step];
  const suspicion = suspicionOf(all, attribution?.scores);
  return {
    reason: (reason ?? error?.message ?? "").slice(0, REASON),
    ...(early === undefined ? {} : { early: early.by }),
    // The error of an early end is no exception of the agent's.
    ...(error === undefined || early !== undefined
      ? {}
      : {
          error: {
            name: short(error.name),
            ...(thrown === undefined ? {} : { at: thrownAt(thrown, all[thrown.index - 1]) }),
          },
        }),
    ...(suspicion === undefined ? {} : { suspicion }),
    ...(recovery === undefined ? {} : { procedure: short(recovery.procedure) }),
  };
}

function suspicionOf(
  steps: readonly RecordedStep[],
  scores: readonly number[] | undefined,
): readonly SuspectedStep[] | undefined {
  const sum = scores?.reduce((total, score) => total + score, 0) ?? 0;
  if (scores === undefined || scores.length !== steps.length || !(sum > 0)) return undefined;
  return steps.map((step, at) => ({ ...placeOf(step), share: (scores[at] ?? 0) / sum }));
}

/** A message of a tool has the tool's name. */
function placeOf({ agent, kind, origin, toolCalls }: RecordedStep): PlaceNames {
  const node = short(origin.node);
  if (kind === "tool") return { node, ...(agent === origin.node ? {} : { tool: short(agent) }) };
  const [called] = toolCalls ?? [];
  return { node, agent: short(agent), ...(called === undefined ? {} : { tool: short(called.name) }) };
}

/** A step that threw has written nothing: the tool that it ran is the one that was asked for before it, if that is one. */
function thrownAt(step: RecordedStep, before: RecordedStep | undefined): PlaceNames {
  const [asked, ...others] = before?.toolCalls ?? [];
  const tool = others.length === 0 ? asked?.name : undefined;
  return { ...placeOf(step), ...(tool === undefined ? {} : { tool: short(tool) }) };
}

function stepFacts(step: RecordedStep): StepFacts {
  const { failedTools = [], kind, tokens } = step;
  const tool = kind === "tool" ? placeOf(step).tool : undefined;
  const ms = durationOf([step]);
  return {
    node: short(step.origin.node),
    ...(tool === undefined ? {} : { tool }),
    // A node that passes messages of tools on is none itself.
    failedTools: kind === "tool" ? failedTools.map(short) : [],
    ...(ms === undefined ? {} : { ms }),
    models: (tokens?.byModel ?? []).map(({ input, model = "unknown", output }) => ({
      model: short(model),
      input,
      output,
    })),
  };
}

function costOf(attempts: readonly ReadAttempt[]): CostFacts {
  const tokens = attempts
    .flatMap(({ own }) => own.flatMap((step) => step.tokens ?? []))
    .map(({ input, output }) => input + output);
  const times = attempts.flatMap(({ own }) => durationOf(own) ?? []);
  return {
    steps: attempts.reduce(
      (sum, { own, record }) => sum + (own.length > 0 ? own.length : (record.spent?.steps ?? 0)),
      0,
    ),
    ...(tokens.length === 0 ? {} : { tokens: tokens.reduce((sum, count) => sum + count, 0) }),
    ...(times.length === 0 ? {} : { ms: times.reduce((sum, ms) => sum + ms, 0) }),
  };
}

function durationOf(steps: readonly RecordedStep[]): number | undefined {
  const starts = steps.flatMap(({ startedAt }) => (startedAt === undefined ? [] : Date.parse(startedAt)));
  const ends = steps.flatMap(({ endedAt }) => (endedAt === undefined ? [] : Date.parse(endedAt)));
  if (starts.length === 0 || ends.length === 0) return undefined;
  const ms = ends.reduce((a, b) => Math.max(a, b)) - starts.reduce((a, b) => Math.min(a, b));
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

const short = (name: string): string => name.slice(0, NAME);
