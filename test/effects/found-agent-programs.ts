import type { AgentProgram, CallPlan, TurnPlan } from "./agent-program.ts";

const call = (name: CallPlan["name"], more: Partial<CallPlan> = {}): CallPlan => ({
  name,
  arg: 0,
  when: "always",
  ...more,
});

const turn = (rounds: TurnPlan["rounds"], more: Partial<TurnPlan> = {}): TurnPlan => ({
  rounds,
  failures: 1,
  starts: [0, 0, 0],
  pauses: false,
  ...more,
});

const conversation = (turns: AgentProgram["turns"], more: Partial<AgentProgram> = {}): AgentProgram => ({
  turns,
  version: "v2",
  maxRetries: 3,
  asksForTools: false,
  asksForRetries: false,
  answers: [true],
  onIrreversible: "allow",
  undoFailures: {},
  stops: [],
  ...more,
});

/** Two parallel calls that another process makes than the one that began, and a verifier that refuses them. */
export const BOOKED_AND_PAID: AgentProgram = conversation([
  turn([[call("book"), call("pay")]], { pauses: true }),
]);

/** Conversations that broke a law once, by what went wrong. */
export const FOUND_AGENTS: Readonly<Record<string, AgentProgram>> = {
  "one of two parallel effects was forgotten by the process that continued": BOOKED_AND_PAID,
};
