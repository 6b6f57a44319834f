import { auditLabel, nextProbe, recordProbe, startAudit } from "@langgraph-rollback/attribution/conformal";

import type { LabelReplay, ReplayLabel } from "./replay-label.ts";

type Audit = ReturnType<typeof startAudit>;

/** @internal The search for the last step of a run from which a replay is accepted. */
export class LabelStarts {
  readonly #length: number;
  readonly #patience: number;
  #audit: Audit;
  readonly #made: LabelReplay[] = [];

  /**
   * @param length   number of the run's steps
   * @param patience rejected replays before a start counts as failing
   */
  constructor(length: number, patience: number) {
    this.#length = length;
    this.#patience = patience;
    this.#audit = startAudit(length, { patience });
  }

  get made(): readonly LabelReplay[] {
    return this.#made;
  }

  /** Counts a replay. One without a verdict says nothing about its start. */
  add(made: LabelReplay): void {
    this.#made.push(made);
    if (made.status === "accepted" || made.status === "rejected")
      this.#audit = recordProbe(this.#audit, made.status === "accepted", made.start);
  }

  /**
   * The start to try next; `undefined` where no other start says more.
   *
   * @param stepOf the step at which a replay from a start really begins
   */
  async next(stepOf: (start: number) => Promise<number>): Promise<number | undefined> {
    const { range, status } = auditLabel(this.#audit);
    if (status === "contradicted") return undefined;
    const middle = nextProbe(this.#audit);
    if (middle !== undefined)
      for (const start of outwards(middle, { start: range.start + 1, end: range.end })) {
        const step = await stepOf(start);
        if (step > range.start && !this.#isMute(step)) return start;
      }
    // That the beginning is early enough is not taken for granted.
    return this.#hasAccepted() || this.#isMute(0) ? undefined : 0;
  }

  label(): ReplayLabel {
    const { range, status } = auditLabel(this.#audit);
    const told = { steps: this.#length, replays: this.#made };
    const count = `${this.#made.length} ${this.#made.length === 1 ? "replay" : "replays"}`;
    const hasVerdict = this.#made.some(({ status: each }) => each === "accepted" || each === "rejected");
    if (!hasVerdict)
      return { ...told, status: "inconclusive", reason: `None of ${count} came to a verdict.` };
    if (!this.#hasAccepted() && this.#rejected(0) >= this.#patience)
      return {
        ...told,
        status: "unrecovered",
        reason: `None of ${count} was accepted, not from step 1 either.`,
      };
    if (status === "contradicted")
      return {
        ...told,
        status,
        reason: `No step explains ${count}: a later start was accepted than one that was rejected.`,
      };
    const words = `The last start from which a replay is accepted`;
    if (range.start === range.end && this.#hasAccepted())
      return { ...told, status: "found", range, reason: `${words} is step ${range.start + 1}, by ${count}.` };
    return {
      ...told,
      status: "open",
      range,
      reason: `${words}${this.#hasAccepted() ? "" : ", if there is one,"} is one of steps ${range.start + 1} to ${range.end + 1}, by ${count}.`,
    };
  }

  #hasAccepted(): boolean {
    return this.#made.some(({ status }) => status === "accepted");
  }

  #rejected(start: number): number {
    return this.#made.filter((made) => made.status === "rejected" && made.start === start).length;
  }

  /** Whether a replay from there came to no verdict: another one would not either. */
  #isMute(start: number): boolean {
    return this.#made.some(
      (made) => made.start === start && (made.status === "inconclusive" || made.status === "unjudged"),
    );
  }
}

/** The steps of a range, the ones nearest behind a step first, then those before it. */
function* outwards(
  from: number,
  { start, end }: { readonly start: number; readonly end: number },
): Generator<number, void> {
  for (let step = from; step <= end; step += 1) yield step;
  for (let step = from - 1; step >= start; step -= 1) yield step;
}
