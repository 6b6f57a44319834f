import { parseWorking, type Working } from "./arithmetic.ts";
import { describePart } from "./describe-part.ts";
import type { Problem } from "./problem.ts";

/** Source of a part's calculation: a quantity of the problem, or the result of an earlier part (0-based). */
export type Use = { readonly quantity: number } | { readonly part: number };

/** One sub-question of a plan. */
export interface PlanPart {
  /** Which item of the problem's chain it stands for. */
  readonly item: number;
  readonly text: string;
  readonly uses: readonly Use[];
}

/** The plan that the annotated solution follows; undefined when the annotation is not clear enough to make one. */
export function rightPlan(problem: Problem): readonly PlanPart[] | undefined {
  if (!plans.has(problem)) plans.set(problem, makePlan(problem));
  return plans.get(problem);
}

/** A plan never changes, and every turn of the simulated model asks for it. */
const plans = new WeakMap<Problem, readonly PlanPart[] | undefined>();

function makePlan(problem: Problem): readonly PlanPart[] | undefined {
  const parts = problem.chain.map((item, index): PlanPart | undefined => {
    const working = parseWorking(item.expr);
    const text = describePart(item);
    if (working === undefined || text === undefined) return undefined;
    const uses = working.operands.map((operand): Use => {
      const part = item.deps.find((dep) => problem.chain[dep]?.result === operand);
      return part === undefined ? { quantity: operand } : { part };
    });
    return { item: index, text, uses };
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** The calculation of a part, from the quantities that the plan names and the results so far. */
export function workingOf(problem: Problem, part: PlanPart, results: readonly number[]): Working {
  const operators = parseWorking(problem.chain[part.item]?.expr ?? "")?.operators ?? [];
  return {
    operands: part.uses.map((use) => ("quantity" in use ? use.quantity : (results[use.part] ?? 0))),
    operators,
  };
}

/** `1. Kendra has ? pens (use 4, part 2)`; parts are counted from 1 in text. */
export function formatPart(part: PlanPart, index: number): string {
  const uses = part.uses.map((use) => ("quantity" in use ? String(use.quantity) : `part ${use.part + 1}`));
  return `${index + 1}. ${part.text} (use ${uses.join(", ")})`;
}

/** Reads the parts back from a planner's message; lines that belong to no item of the problem are left out. */
export function parsePlan(problem: Problem, message: string): readonly PlanPart[] {
  const right = rightPlan(problem) ?? [];
  return message.split("\n").flatMap((line) => {
    const found = /^\d+\. (?<text>.*) \(use (?<uses>[^()]*)\)$/.exec(line.trim())?.groups;
    const known = right.find((part) => part.text === found?.["text"]);
    if (known === undefined) return [];
    const uses = (found?.["uses"] ?? "").split(", ").map((use): Use => {
      const part = /^part (\d+)$/.exec(use)?.[1];
      return part === undefined ? { quantity: Number(use) } : { part: Number(part) - 1 };
    });
    return [{ ...known, uses }];
  });
}
