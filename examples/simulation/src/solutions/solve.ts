import { readPlantedFault } from "../mistakes/planted-fault.ts";
import type { SimulatedReply } from "../model/simulated-model.ts";
import { findClaims } from "../problems/arithmetic.ts";
import { parsePlan, rightPlan } from "../problems/plan.ts";
import { answererTurn } from "../turns/answerer-turn.ts";
import { plannerTurn } from "../turns/planner-turn.ts";
import { solverTurn } from "../turns/solver-turn.ts";
import type { Turn } from "../mistakes/turn.ts";
import type { Work } from "../turns/work.ts";
import { inOwnWords, pieceOfWork, type Worker } from "./worker.ts";

/**
 * The whole solution by one agent: the plan, then each part, then the answer. Each of them is a piece of work of its own; a planted fault goes into one
 * of them, drawn with equal chances, and the others are right.
 */
export function solve(worker: Worker): SimulatedReply {
  const { notes, problem } = worker.assignment;
  const note = notes.at(-1);
  const fault = readPlantedFault(note, problem.id, worker.seed);
  const pieces = (rightPlan(problem)?.length ?? 0) + 2;
  const faulty = fault && Math.floor(fault.draw("which piece") * pieces);
  const done: SimulatedReply[] = [];
  const doNext = (turn: Turn): string => {
    const isAsked = faulty === undefined || faulty === done.length;
    const reply = isAsked ? pieceOfWork(worker, turn, note) : { content: turn.right, mistakes: [] };
    done.push(reply);
    return reply.content;
  };

  const plan = parsePlan(problem, doNext(plannerTurn(problem)));
  let work: Work = { problem, plan, partTexts: [], results: [] };
  for (const at of plan.keys()) {
    const text = doNext(solverTurn(work, at + 1));
    const value = findClaims(text).at(-1)?.value ?? 0;
    work = { ...work, partTexts: [...work.partTexts, text], results: [...work.results, value] };
  }
  doNext(answererTurn(work, ""));
  return inOwnWords(worker, {
    content: done.map(({ content }) => content).join("\n"),
    mistakes: done.flatMap(({ mistakes }) => mistakes),
  });
}
