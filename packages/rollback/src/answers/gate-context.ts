import { AsyncLocalStorage } from "node:async_hooks";

import type { AnswerGate } from "./answer-gate.ts";

/** A model or a tool that has asked, and is called because it got no answer. */
interface Passed {
  readonly kind: "model" | "tool";
  readonly callee: object;
  /** How many runs of it callbacks may still hear of. */
  starts: number;
}

/** @internal Surroundings of a work whose calls ask a gate. */
export interface Gated {
  readonly gate: AnswerGate;
  readonly passed?: Passed;
}

const context = new AsyncLocalStorage<Gated>();

/** @internal Runs a work whose calls ask a gate. */
export const insideGate = <T>(gate: AnswerGate, work: () => T): T => context.run({ gate }, work);

/** @internal Runs a work whose calls ask no gate. */
export const outsideGate = <T>(work: () => T): T => context.exit(work);

/** @internal The gate around; `undefined` outside of such works. */
export const gateAround = (): Gated | undefined => context.getStore();

/** @internal Calls what has asked. @param starts how many runs it makes: one a prompt */
export function passing(
  { gate }: Gated,
  passed: { readonly kind: "model" | "tool"; readonly callee: object; readonly starts?: number },
): <T>(work: () => T) => T {
  const { starts = 1 } = passed;
  const inside: Gated = { gate, passed: { ...passed, starts } };
  return (work) => context.run(inside, work);
}

/** @internal Whether a model has asked already, and calls a second method of itself now. */
export const hasPassed = ({ passed }: Gated, callee: object): boolean =>
  passed !== undefined && passed.callee === callee && passed.starts > 0;

/** @internal Notes that a run of a model or a tool begins. Gives whether it has asked. */
export function began(kind: "model" | "tool"): boolean {
  const passed = context.getStore()?.passed;
  if (passed === undefined || passed.kind !== kind || passed.starts === 0) return false;
  passed.starts -= 1;
  return true;
}
