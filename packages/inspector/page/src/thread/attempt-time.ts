import type { AttemptView, StepView } from "../../../src/shared/view/thread-view.ts";

/** A step on the axis of time. */
export interface TimedStep {
  /** 0-based, in its attempt. */
  readonly step: number;
  /** Milliseconds since the attempt's first step began. */
  readonly start: number;
  readonly end: number;
  /** Steps that ran side by side have rows of their own, from 0. */
  readonly row: number;
  /** Input and output tokens. */
  readonly tokens: number;
}

/** Time and tokens of the steps that an attempt ran itself. */
export interface AttemptTime {
  /** Steps that it ran itself, those without a recorded time included. */
  readonly steps: number;
  /** Milliseconds from the first step's start to the last one's end. */
  readonly ms: number;
  /** Those with a recorded time, by their start. */
  readonly timed: readonly TimedStep[];
  /** Most steps that ran at the same time. */
  readonly atOnce: number;
  /** Tokens that its messages report; absent where none does. */
  readonly tokens?: { readonly input: number; readonly output: number } | undefined;
}

/** Kept steps took their time in the attempt before. Takes O(l log l + l r) for r steps at once. */
export function attemptTime({ steps, kept }: Pick<AttemptView, "steps" | "kept">): AttemptTime {
  const own = steps.slice(kept);
  const known = own
    .map(momentsOf)
    .filter((moments) => moments !== undefined)
    .toSorted((a, b) => a.start - b.start || a.step - b.step);
  const begin = known[0]?.start ?? 0;
  const ends: number[] = [];
  let latest = begin;
  const timed = known.map(({ step, start, end, tokens }): TimedStep => {
    const free = ends.findIndex((each) => each <= start);
    const row = free < 0 ? ends.length : free;
    ends[row] = end;
    latest = Math.max(latest, end);
    return { step, start: start - begin, end: end - begin, row, tokens };
  });
  return { steps: own.length, ms: latest - begin, timed, atOnce: ends.length, tokens: tokensOf(own) };
}

function momentsOf({ index, startedAt, ms, tokens }: StepView): Omit<TimedStep, "row"> | undefined {
  const start = Date.parse(startedAt ?? "");
  if (ms === undefined || Number.isNaN(start)) return undefined;
  return { step: index, start, end: start + ms, tokens: (tokens?.input ?? 0) + (tokens?.output ?? 0) };
}

function tokensOf(steps: readonly StepView[]): AttemptTime["tokens"] {
  const reported = steps.map(({ tokens }) => tokens).filter((tokens) => tokens !== undefined);
  if (reported.length === 0) return undefined;
  const sum = (kind: "input" | "output") => reported.reduce((total, each) => total + each[kind], 0);
  return { input: sum("input"), output: sum("output") };
}
