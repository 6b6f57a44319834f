import { evaluate, numbersIn } from "../problems/arithmetic.ts";
import { formatPart, type PlanPart, rightPlan, type Use, workingOf } from "../problems/plan.ts";
import type { Problem } from "../problems/problem.ts";
import type { MistakeKind } from "../mistakes/mistake-kind.ts";
import { mistakenFigure } from "../mistakes/mistaken-figure.ts";
import { type Draw, pick } from "../mistakes/seeded-draw.ts";
import type { Turn } from "../mistakes/turn.ts";

type Plan = readonly PlanPart[];

/** The planner lists the sub-questions; it errs by misreading a quantity, by taking another one, or by leaving a part out. */
export function plannerTurn(problem: Problem): Turn {
  const right = rightPlan(problem) ?? [];
  return {
    key: "planner",
    right: planText(right),
    mistaken(kind, draw) {
      const leadingAstray = wrongPlans(problem, right, kind, draw).filter(
        (plan) => answerOf(problem, plan) !== problem.answer,
      );
      const plan = pick(leadingAstray, draw, `which ${kind}`);
      if (plan === undefined) return undefined;
      return { kind, content: planText(plan), isIn: (text) => text.includes(opening(plan)) };
    },
  };
}

/** Text of a planner, line by line: how many parts, then each of them. */
export function planText(plan: Plan): string {
  return [opening(plan), ...plan.map(formatPart)].join("\n");
}

function opening(plan: Plan): string {
  const given = plan.flatMap(({ uses }) => uses).flatMap((use) => ("quantity" in use ? [use.quantity] : []));
  return `It takes ${plan.length} parts, and the quantities ${given.join(", ")}.`;
}

function wrongPlans(problem: Problem, right: Plan, kind: MistakeKind, draw: Draw): readonly Plan[] {
  if (kind === "dropped constraint") return right.map((_, dropped) => withoutPart(right, dropped));
  if (kind === "wrong operator") return [];
  return right.flatMap((part, at) =>
    part.uses.flatMap((use, position) => {
      if (!("quantity" in use)) return [];
      const misread = mistakenFigure(use.quantity, (label) => draw(`${label} ${at} ${position}`));
      const wrong = kind === "slip" ? [misread] : numbersIn(problem.question);
      return wrong.map((quantity) =>
        right.with(at, { ...part, uses: part.uses.with(position, { quantity }) }),
      );
    }),
  );
}

/** Later parts that need the dropped one make do with the first thing that it would have been worked out from. */
function withoutPart(plan: Plan, dropped: number): Plan {
  const instead: Use = plan[dropped]?.uses[0] ?? { quantity: 0 };
  const renumbered = (use: Use): Use => {
    if ("quantity" in use || use.part < dropped) return use;
    return use.part === dropped ? instead : { part: use.part - 1 };
  };
  return plan.toSpliced(dropped, 1).map((part) => ({ ...part, uses: part.uses.map(renumbered) }));
}

function answerOf(problem: Problem, plan: Plan): number | undefined {
  const results: number[] = [];
  for (const part of plan) results.push(evaluate(workingOf(problem, part, results)));
  return results.at(-1);
}
