import { AIMessage } from "@langchain/core/messages";

import { StopRefusedError } from "../errors/stop-refused-error.ts";
import { problemOf } from "../history/left-alone.ts";
import type { WatchRecord } from "../history/watch-record.ts";
import { whyRefused } from "../planning/why-refused.ts";
import { learntFor } from "../setup/open-runs.ts";
import { DEFAULT_WAIT } from "../setup/watch-options.ts";
import { TURN_CHANNEL } from "../steps/middleware-channels.ts";
import { judge } from "../verifiers/judge.ts";
import { type DueCheck, PrefixWatch } from "../watching/prefix-watch.ts";
import { mayBeStopped } from "../watching/why-not.ts";
import { watchedAlarm } from "../watching/watched-alarm.ts";
import { AttemptInSight } from "./attempt-in-sight.ts";
import { type AgentEnd, finishedRun, type FinishedRun, runOf } from "./finished-run.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { writeBeside, type Turn } from "./middleware-state.ts";
import { endOfAsked } from "./turn-request.ts";
import type { SeenAttempt } from "./seen-attempt.ts";

/** A turn that could be marked: only such a one is watched. */
type WatchedRun = FinishedRun & { readonly turn: Turn };

/** Attempts by the call of the agent that runs them. */
const inSight = new WeakMap<object, Map<string, Promise<AttemptInSight>>>();

const keyOf = ({ attempt, turn }: WatchedRun): string => `${attempt} ${turn.id}`;

/** @internal The answer that stands for the end of an attempt that ends before its model is called again; `undefined` where the model is to be called. */
export const endBeforeModel = async (
  context: MiddlewareContext,
  { runtime, state }: { readonly state: AgentEnd["state"]; readonly runtime: Omit<AgentEnd, "state"> },
): Promise<AIMessage | undefined> =>
  endOfAsked(state) ?? (await stopBeforeModel(context, { state, ...runtime }));

/**
 * Judges the steps so far of an attempt that is watched, before its model is called.
 *
 * @returns the answer that stands for the end of an attempt that is stopped; `undefined` where the model is to be called
 */
async function stopBeforeModel(context: MiddlewareContext, end: AgentEnd): Promise<AIMessage | undefined> {
  if (context.watch === undefined && context.checks.size === 0) return undefined;
  const run = finishedRun(end);
  if (!isWatched(context, run)) return undefined;
  const { seen } = run.turn;
  const earlier = seen?.attempt === run.attempt ? seen : undefined;
  const attempt = await attemptInSight(context, run, earlier);
  const { waitMs = DEFAULT_WAIT } = context.watch ?? {};
  const verdict = await attempt.judged(run.trajectory, dueChecks(context, end, run), waitMs);
  tellProblems(context, run, attempt.prefix);
  const { record } = attempt.prefix;
  if (verdict === undefined) {
    if (sizeOf(record) > sizeOf(earlier?.record)) keepSeen(run, nextOf(run, record, earlier));
    return undefined;
  }
  const message = context.ids();
  const isKept = keepSeen(run, { ...nextOf(run, record, earlier), stopped: { verdict, message } });
  return isKept ? new AIMessage({ id: message, content: "The attempt ends here." }) : undefined;
}

/** `withRollback` right around the agent watches by itself. */
function isWatched(context: MiddlewareContext, run: FinishedRun): run is WatchedRun {
  if (run.turn === undefined || run.isWrapped) return false;
  return context.checks.size > 0 || run.attempt === 1;
}

function nextOf({ attempt }: WatchedRun, record: WatchRecord, earlier: SeenAttempt | undefined): SeenAttempt {
  const { changes, isLetGo } = { changes: 0, ...earlier };
  return { attempt, changes: changes + 1, record, ...(isLetGo === undefined ? {} : { isLetGo }) };
}

const keepSeen = ({ configurable, turn }: WatchedRun, seen: SeenAttempt): boolean =>
  writeBeside(configurable, { [TURN_CHANNEL]: { ...turn, seen } });

const sizeOf = ({ alarm, checks = [] }: WatchRecord = {}): number =>
  (alarm?.scores.length ?? 0) + Number(alarm?.raised !== undefined) + checks.length;

function attemptInSight(
  context: MiddlewareContext,
  run: WatchedRun,
  earlier: SeenAttempt | undefined,
): Promise<AttemptInSight> {
  const { writer = context } = run;
  const attempts = inSight.get(writer) ?? new Map<string, Promise<AttemptInSight>>();
  inSight.set(writer, attempts);
  const known = attempts.get(keyOf(run)) ?? opened(context, run, earlier);
  attempts.set(keyOf(run), known);
  return known;
}

async function opened(
  context: MiddlewareContext,
  run: WatchedRun,
  earlier: SeenAttempt | undefined,
): Promise<AttemptInSight> {
  const { attempt, threadId, turn, verifierRun } = run;
  const watch = attempt === 1 ? context.watch : undefined;
  const problem = await watch?.refresh();
  if (problem !== undefined) context.emit({ type: "rollback:problem", threadId, problem });
  const over = new AbortController();
  const { signal = over.signal } = verifierRun;
  const prefix = new PrefixWatch(
    {
      attempt,
      ...mayBeStopped({
        run: turn.id,
        attempt,
        mode: context.mode,
        maxRollbacks: context.maxRetries,
        watch,
        isLetGo: earlier?.isLetGo !== undefined,
      }),
      earlier: earlier?.record,
      alarm: async (so) => {
        if (watch === undefined) return undefined;
        const { group } = (await learntFor(context, runOf(run))).learnt;
        return watchedAlarm(watch, group?.({ id: turn.id, ...so }));
      },
    },
    AbortSignal.any([over.signal, signal]),
  );
  return new AttemptInSight(prefix, over);
}

function tellProblems(
  { emit }: MiddlewareContext,
  { threadId }: FinishedRun,
  { problems }: PrefixWatch,
): void {
  for (const problem of problems.splice(0)) emit({ type: "rollback:problem", threadId, problem });
}

/** The checks after the nodes that have run in this attempt. Each is made once. */
function dueChecks(context: MiddlewareContext, end: AgentEnd, run: FinishedRun): readonly DueCheck[] {
  const { positions, trajectory } = run;
  const { steps } = trajectory;
  // The steps before were judged with the attempt before.
  const begin = run.earlier.at(-1)?.trimmed?.step ?? 0;
  return steps.flatMap(({ index: step, origin: { node, superstep } }): readonly DueCheck[] => {
    const check = context.checks.get(node);
    const isLast = steps[step + 1]?.origin.superstep !== superstep;
    if (check === undefined || step < begin || !isLast) return [];
    const from = steps.findIndex(({ origin }) => origin.superstep === superstep);
    const messages = end.state.messages.slice(0, positions[step + 1]);
    return [
      {
        node,
        from,
        step,
        to: check.to,
        outcome: () =>
          judge(check.verify, finishedRun({ ...end, state: { ...end.state, messages } }).verifierRun),
      },
    ];
  });
}

/**
 * @internal The run with what was seen of it by this call of the agent, once it has ended. Nothing is judged any more.
 */
export async function withSeen(context: MiddlewareContext, run: FinishedRun): Promise<FinishedRun> {
  if (!isWatched(context, run)) return run;
  const { writer = context } = run;
  const attempts = inSight.get(writer);
  const attempt = await attempts?.get(keyOf(run));
  attempts?.delete(keyOf(run));
  if (attempt === undefined) return run;
  attempt.close();
  tellProblems(context, run, attempt.prefix);
  return { ...run, watch: attempt.prefix.record };
}

/** @internal The part of the agent's state about an attempt that was stopped and is not rewound: nothing stops it again. */
export function letGoOn(
  { emit }: MiddlewareContext,
  { attempt, threadId, turn, watch = {} }: FinishedRun,
  { outcome, problem, stopped }: MiddlewareRecord,
): { readonly [TURN_CHANNEL]?: Turn } {
  const why = problem?.message ?? whyRefused(stopped);
  const refused = problemOf(new StopRefusedError(attempt, outcome?.reason ?? "", why));
  emit({ type: "rollback:problem", threadId, problem: refused });
  if (turn?.seen === undefined) return {};
  const seen = { attempt, changes: turn.seen.changes + 1, record: watch, isLetGo: true } as const;
  return { [TURN_CHANNEL]: { ...turn, seen } };
}
