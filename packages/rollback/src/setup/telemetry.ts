import { warn } from "../errors/warn.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { entered } from "../langgraph/isolate.ts";
import type { RecordingSaver } from "../recording/recording-saver.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { Clock } from "../langgraph/clock.ts";
import type { RollbackEvent } from "./rollback-event.ts";

/** Hears what calls of a graph with rollback do, as `telemetry()` of `langgraph-rollback/telemetry` does. */
export interface Telemetry {
  /** @internal A call begins. */
  readonly call: (call: BegunCall) => CallTelemetry;
  /** @internal An attempt of `rollbackMiddleware` is judged. */
  readonly turn: (turn: JudgedTurn) => void;
  /** The span that is active, as a W3C `traceparent`; `undefined` if none is. */
  readonly active: () => string | undefined;
}

/** @internal The parts of an attempt's record that the middleware's records have, too. */
export type TelemetryRecord = Pick<
  AttemptRecord,
  | "attempt"
  | "at"
  | "attribution"
  | "decision"
  | "effects"
  | "outcome"
  | "problem"
  | "run"
  | "spent"
  | "stopped"
  | "watch"
> & { readonly rewind?: Pick<NonNullable<AttemptRecord["rewind"]>, "policy" | "promise" | "step"> };

/** @internal An attempt that the middleware has judged. */
export interface JudgedTurn {
  readonly threadId: string;
  readonly record: TelemetryRecord;
  /** Records of the turn's attempts before, oldest first. */
  readonly earlier: readonly TelemetryRecord[];
  readonly steps: readonly RecordedStep[];
  /** When its turn began, ISO 8601. */
  readonly began: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** @internal A call of a graph with rollback. */
export interface BegunCall {
  /** Name of the graph. */
  readonly graph: string;
  readonly clock: Clock;
  readonly saver: RecordingSaver;
  /** `traceparent` of the span that the call continues, if it is not the active one. */
  readonly parent?: string;
}

/** @internal An attempt by its ids. */
export interface AttemptIds {
  readonly threadId: string;
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
}

/** @internal An attempt that runs, or runs on. */
export interface OpenedFacts extends AttemptIds {
  /** Whether calls before this one may have worked on the run. */
  readonly isResumed: boolean;
  /** The record of the attempt before it. */
  readonly before: () => Promise<AttemptRecord | undefined>;
}

/** @internal An effect that an attempt had. */
export interface EffectFacts {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly class: string;
  readonly standing: string;
}

/** @internal An attempt that came to rest. */
export interface RestingFacts extends OpenedFacts {
  readonly steps: () => Promise<readonly RecordedStep[]>;
}

/** @internal An attempt that was decided. */
export interface JudgedFacts extends RestingFacts {
  readonly record: AttemptRecord;
  /** The effects that it has done or holds. */
  readonly effects: () => Promise<readonly EffectFacts[]>;
}

/** @internal Hears what one call does. What it throws is told as a warning, and changes nothing. */
export interface CallTelemetry {
  /** Does something, once, with the span of what is under way active. Throws nothing but what that throws. */
  readonly within: <T>(work: () => T) => T;
  readonly opened: (attempt: OpenedFacts) => Promise<void>;
  readonly event: (event: RollbackEvent) => void;
  /** A verdict took that many milliseconds. */
  readonly verdict: (took: number, outcome: AttemptOutcome | undefined) => void;
  readonly judged: (attempt: JudgedFacts) => Promise<void>;
  readonly paused: (attempt: RestingFacts) => Promise<void>;
  /** The call is over, with an error if it threw one. */
  readonly ended: (thrown?: { readonly error: unknown }) => Promise<void>;
}

/** @internal Whatever tells telemetry. */
interface Told {
  readonly telemetry?: CallTelemetry | undefined;
}

/** @internal Tells the call's telemetry something, if there is one. Never throws. */
export async function tellTelemetry(
  { telemetry }: Told,
  tell: (telemetry: CallTelemetry) => void | Promise<void>,
): Promise<void> {
  if (telemetry === undefined) return;
  try {
    await tell(telemetry);
  } catch (error) {
    warnOfTelemetry(error);
  }
}

/** @internal Makes a part of telemetry that a user's provider may keep from being made. */
export function orNoTelemetry<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    warnOfTelemetry(error);
    return undefined;
  }
}

/** @internal Runs a generator with the span of what is under way active. */
export function inTelemetry<T, R>(
  { telemetry }: Told,
  make: () => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  return telemetry === undefined ? make() : entered(telemetry.within, make);
}

/** @internal Does something with the span of what is under way active. */
export const withinTelemetry = <T>({ telemetry }: Told, work: () => T): T =>
  telemetry === undefined ? work() : telemetry.within(work);

let hasWarned = false;

function warnOfTelemetry(error: unknown): void {
  if (hasWarned) return;
  hasWarned = true;
  const why = error instanceof Error ? error.message : String(error);
  warn(
    `Telemetry failed, and what it was to tell is missing: ${why} The run continues as it would without.`,
    "RollbackTelemetryWarning",
    "TELEMETRY_FAILED",
  );
}
