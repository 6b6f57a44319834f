import { Command } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";

import { Life } from "./life.ts";
import { bareGraph, programGraph } from "./program-graph.ts";
import { programs, type ActPlan, type NodePlan, type Program } from "./program.ts";
import type { World } from "./world.ts";

/** What became of a turn: as far as it does not depend on the keys of its acts. */
export interface TurnOutcome {
  /** How often each act was carried out. */
  readonly done: readonly string[];
  /** What came of each call: that it returned, or what it threw, and what the thread asks then. */
  readonly calls: readonly string[];
  readonly next: readonly string[];
}

/** Random programs in which nothing runs beside what throws: LangGraph cuts that off, sooner or later. */
export const observedPrograms: fc.Arbitrary<Program> = programs(0).map((program) => ({
  ...program,
  layers: program.layers.map((layer) => {
    const calm = layer.map(calmNode);
    return calm.some(mayThrow) ? calm.slice(0, 1) : calm;
  }),
}));

const mayThrow = ({ groups, kind, retries, throws }: NodePlan): boolean =>
  throws > 0 || (kind === "guarded" && retries) || groups.flat().some(({ fails }) => fails !== undefined);

function calmNode(node: NodePlan): NodePlan {
  const groups = node.groups.map((group) => {
    const failing = group.find(({ fails }) => fails !== undefined);
    return (failing === undefined ? group : [failing]).map(calmAct);
  });
  // LangGraph gives the answers of one task in the order in which it asked: tools that ask at once have none.
  const asksAtOnce = node.asks === true && (node.kind === "tools" || node.kind === "sent-tools");
  return { ...node, groups: asksAtOnce ? groups.slice(0, 1).map((group) => group.slice(0, 1)) : groups };
}

/** Equal orders have one key, so that the state holds one of them: what counts the keys of the state differs without keys. */
const calmAct = (act: ActPlan): ActPlan => ({
  ...act,
  late: false,
  when: act.when === "even" ? "always" : act.when,
});

/** Calls at most. */
const CALLS = 12;

/** Runs a program's first turn, only observed or without rollback, call after call. */
export async function outcomeOf(
  program: Program,
  world: World,
  { saver, isBare }: { readonly saver: BaseCheckpointSaver; readonly isBare: boolean },
): Promise<TurnOutcome> {
  const config = { configurable: { thread_id: "t" } };
  const calls: string[] = [];
  const process = {
    world,
    life: new Life(undefined),
    turn: 0,
    isAccepted: async () => true,
    onDecide: () => {},
    isBare,
  };
  const graph = isBare
    ? bareGraph(program, process, saver)
    : programGraph(program, { ...process, isMended: true }, saver, { mode: "observe" });
  let failed = 0;
  let call = (): Promise<unknown> => graph.invoke({}, config);
  while (calls.length < CALLS) {
    const came = await call().then(
      () => "returned",
      (error: unknown) => masked(String(error)),
    );
    if (came !== "returned") failed += 1;
    // A tool beside one that asks is left under way.
    await process.life.idle();
    const { next, tasks } = await graph.getState(config);
    const asked = tasks.flatMap(({ interrupts }) => interrupts);
    calls.push([came, ...asked.map(({ value }) => String(value))].join(" "));
    if (next.length === 0 || (asked.length === 0 && failed > (program.continues ?? 0))) break;
    const resume = Object.fromEntries(asked.map(({ id = "" }) => [id, true]));
    call = () => graph.invoke(asked.length === 0 ? null : new Command({ resume }), config);
  }
  const { next } = await graph.getState(config);
  return { done: world.done, calls, next };
}

const masked = (text: string): string => text.replaceAll(/«[^»]*»/gu, "«»").split("\n")[0] ?? "";
