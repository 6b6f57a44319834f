import { WatchFailedError } from "../errors/watch-failed-error.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { AlarmCourse, CheckSeen, WatchRecord } from "../history/watch-record.ts";
import type { EarlyEnd, RaisedAlarm } from "../steps/early-end.ts";
import { type ModelTokens, tokensByModel } from "../steps/token-count.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { Prefix, WatchedAlarm } from "./watched-alarm.ts";

/** @internal A node that has run, and the check after it. */
export interface DueCheck {
  readonly node: string;
  /** The last step of the node, 0-based. */
  readonly step: number;
  /** Its first step in the same superstep. */
  readonly from: number;
  readonly to: "set" | "node";
  readonly outcome: () => Promise<AttemptOutcome>;
}

/** @internal Plan of watching one attempt. */
export interface WatchPlan {
  /** 1-based. */
  readonly attempt: number;
  /** The alarm over the run that begins so; `undefined` where there is none. Asked once. */
  readonly alarm: (prefix: Prefix) => Promise<WatchedAlarm | undefined>;
  /** Why the alarm may not stop the attempt; `undefined` where it may. */
  readonly whyNot: AlarmCourse["whyNot"] | undefined;
  /** Whether a failed check may. */
  readonly checksStop: boolean;
  /** Observations of an earlier process. */
  readonly earlier?: WatchRecord | undefined;
}

/** @internal A failed check, with its whole verdict. */
export interface EarlyVerdict {
  readonly early: EarlyEnd;
  /** Fingerprint of what stopped the attempt. */
  readonly verifier: string;
  /** Verdict of the check; absent for an alarm. */
  readonly outcome?: AttemptOutcome;
}

/** @internal Scores and checks the prefixes of one attempt, and remembers what it saw. It never throws: where it fails it ends, and that is a problem of the attempt. */
export class PrefixWatch {
  readonly problems: RollbackProblem[] = [];
  readonly #plan: WatchPlan;
  readonly #signal: AbortSignal;
  readonly #scores: number[] = [];
  readonly #alarms: number[] = [];
  readonly #checks: CheckSeen[];
  /** Tokens of all checks. */
  #tokens: readonly ModelTokens[];
  #raised: number | undefined;
  #hasFailed = false;
  /** `null` where nothing is scored. */
  #alarm: WatchedAlarm | null | undefined;

  constructor(plan: WatchPlan, signal: AbortSignal) {
    this.#plan = plan;
    this.#signal = signal;
    this.#checks = [...(plan.earlier?.checks ?? [])];
    this.#tokens = plan.earlier?.cost?.tokens ?? [];
    this.#raised = plan.earlier?.alarm?.raised;
  }

  /**
   * Scores the steps that have come since, and makes the checks that are due; gives the alarm that was raised by them and the first check that failed. An alarm that stops the attempt leaves nothing
   * to check.
   */
  async judge(
    prefix: Prefix,
    due: () => readonly DueCheck[] | Promise<readonly DueCheck[]>,
  ): Promise<readonly EarlyVerdict[]> {
    const raised = await this.#score(prefix);
    if (raised !== undefined && this.#plan.whyNot === undefined) return [raised];
    const failed = await this.#check(await due());
    return [raised, failed].filter((verdict) => verdict !== undefined);
  }

  async #score({ steps, task }: Prefix): Promise<EarlyVerdict | undefined> {
    if (this.#hasFailed) return undefined;
    let raised: RaisedAlarm | undefined;
    let alarm: WatchedAlarm | null | undefined;
    try {
      this.#alarm ??= await this.#alarmOf({ steps, task });
      alarm = this.#alarm;
      if (alarm === null) return undefined;
      for (let at = this.#scores.length; at < steps.length; at += 1) {
        const found = await this.#scoreAt({ steps: steps.slice(0, at + 1), task }, at, alarm);
        raised ??= found;
      }
    } catch (cause) {
      this.#hasFailed = true;
      this.#tell("the scorer", cause);
    }
    return raised === undefined ? undefined : { early: raised, verifier: alarm?.id ?? "" };
  }

  async #alarmOf(prefix: Prefix): Promise<WatchedAlarm | null> {
    const { alarm, earlier } = this.#plan;
    const found = (await alarm(prefix)) ?? null;
    // Scores of another scorer say nothing to this one's alarm.
    const isOther = earlier?.alarm !== undefined && earlier.alarm.scorer !== found?.scorer;
    return isOther ? null : found;
  }

  #tell(what: string, cause: unknown): void {
    if (this.#signal.aborted) return;
    this.problems.push(problemOf(new WatchFailedError(this.#plan.attempt, what, { cause })));
  }

  async #scoreAt(prefix: Prefix, at: number, alarm: WatchedAlarm): Promise<RaisedAlarm | undefined> {
    const known = this.#plan.earlier?.alarm?.scores[at];
    const score = await alarm.score(prefix, this.#signal, known);
    if (!(score >= 0 && score <= 1)) throw new RangeError(`Expected a score in [0, 1], got ${score}.`);
    this.#scores.push(score);
    const value = alarm.alarmAfter?.(score);
    if (value === undefined) return undefined;
    this.#alarms.push(value);
    const { above } = alarm;
    return above !== undefined && value > above ? { by: "alarm", step: at, alarm: value, above } : undefined;
  }

  /** Makes checks, one after the other, until one fails. */
  async #check(due: readonly DueCheck[]): Promise<EarlyVerdict | undefined> {
    for (const { from, node, outcome, step, to } of due) {
      if (this.#checks.some((seen) => seen.node === node && seen.step === step)) continue;
      try {
        const found = await outcome();
        const { cost, ok, reason, score } = found;
        if (cost !== undefined) this.#tokens = tokensByModel([...this.#tokens, ...cost.tokens]);
        this.#checks.push({
          node,
          step,
          ok,
          ...(reason === undefined ? {} : { reason }),
          ...(score === undefined ? {} : { score }),
        });
        if (!ok)
          return {
            early: { by: "check", step, from, node, to },
            verifier: `check ${node}: ${found.verifier ?? "own"}`,
            outcome: found,
          };
      } catch (cause) {
        this.#tell(`the check of node "${node}"`, cause);
      }
    }
    return undefined;
  }

  /**
   * Notes down that an alarm or check was there while the attempt went on.
   * @returns whether it stops the attempt
   */
  raise({ by, step }: EarlyEnd): boolean {
    if (by === "check") return this.#plan.checksStop;
    this.#raised ??= step;
    return this.#plan.whyNot === undefined;
  }

  /** All observations. */
  get record(): WatchRecord {
    const { earlier } = this.#plan;
    const alarm = this.#alarm ?? undefined;
    const seen = alarm !== undefined && this.#scores.length > 0 ? this.#course(alarm) : earlier?.alarm;
    return {
      ...(seen === undefined ? {} : { alarm: seen }),
      ...(this.#checks.length === 0 ? {} : { checks: [...this.#checks], checksStop: this.#checksCouldStop }),
      ...(this.#tokens.length === 0 ? {} : { cost: { tokens: this.#tokens } }),
    };
  }

  get #checksCouldStop(): boolean {
    return this.#plan.checksStop || this.#plan.earlier?.checksStop === true;
  }

  #course({ above, alarmAfter, reason, scorer }: WatchedAlarm): AlarmCourse {
    const { whyNot } = this.#plan;
    return {
      stops: above !== undefined && couldStop(whyNot),
      ...(whyNot === undefined ? {} : { whyNot }),
      scorer,
      scores: [...this.#scores],
      ...(alarmAfter === undefined ? {} : { alarms: [...this.#alarms] }),
      ...(above === undefined ? {} : { above }),
      ...(reason === undefined ? {} : { reason }),
      ...(this.#raised === undefined ? {} : { raised: this.#raised }),
    };
  }
}

/** One that was stopped once and went on is one that an alarm could stop: no coin has picked it. */
const couldStop = (whyNot: AlarmCourse["whyNot"] | undefined): boolean =>
  whyNot === undefined || whyNot === "refused";
