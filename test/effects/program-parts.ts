import type { ActPlan, NodePlan, Program, TurnPlan } from "./program.ts";

/** An act. */
export const act = (name: ActPlan["name"], more: Partial<ActPlan> = {}): ActPlan => ({
  name,
  arg: 0,
  by: "effect",
  when: "always",
  slow: false,
  ...more,
});

/** A node with groups of acts. */
export const node = (
  kind: NodePlan["kind"],
  groups: NodePlan["groups"],
  more: Partial<NodePlan> = {},
): NodePlan => ({
  kind,
  groups,
  retries: false,
  throws: 0,
  ...more,
});

/** A turn: how many of its attempts fail, and where their rollbacks start. */
export const turn = (failures = 0, starts: TurnPlan["starts"] = [0, 0, 0]): TurnPlan => ({
  failures,
  starts,
});

/** A program, of one turn unless told. */
export const program = (
  layers: Program["layers"],
  { failures, starts, stop, ...more }: Partial<Program & TurnPlan> = {},
): Program => ({
  layers,
  turns: [{ ...turn(failures, starts), ...(stop === undefined ? {} : { stop }) }],
  maxRollbacks: 1,
  onIrreversible: "allow",
  undoFailures: {},
  undoRetries: 0,
  stops: [],
  resumesBy: "invoke",
  ...more,
});

/** An order that throws the first time, without taking place. */
export const failsFirst = act("order", { fails: { landed: false, times: 1, caught: false } });
