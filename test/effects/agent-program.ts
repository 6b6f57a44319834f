import fc from "fast-check";

import type { StopPlan } from "./program.ts";

/** One call of a tool. Equal calls have the same name and argument. */
export interface CallPlan {
  readonly name: "book" | "pay" | "order" | "mail" | "look";
  readonly arg: number;
  /** "first": only where no note tells of a rollback in its turn; "again": only where one does. */
  readonly when: "always" | "first" | "again";
  /** Its first call throws, before or after it has landed in the world. */
  readonly fails?: { readonly landed: boolean } | undefined;
}

/** One turn of the conversation. */
export interface TurnPlan {
  /** Messages of the model, one after the other, each with the calls that it makes at once. */
  readonly rounds: readonly (readonly CallPlan[])[];
  /** How many attempts the verifier refuses. */
  readonly failures: number;
  /** Starts that the policy goes back to, by attempt, as a part of the steps. */
  readonly starts: readonly number[];
  /** Whether the agent pauses before its tools. */
  readonly pauses: boolean;
}

/** All that a conversation with an agent depends on, as plain data. */
export interface AgentProgram {
  readonly turns: readonly TurnPlan[];
  readonly version: "v1" | "v2";
  readonly maxRetries: number;
  /** Whether a human approves tool calls, and retries. */
  readonly asksForTools: boolean;
  readonly asksForRetries: boolean;
  /** Answers of humans, one process after the other: whether they agree. */
  readonly answers: readonly boolean[];
  readonly onIrreversible: "allow" | "stop";
  /** How often the first calls of `undo` fail, by name of the tool; 99 is until it is mended. */
  readonly undoFailures: Readonly<Partial<Record<string, number>>>;
  readonly stops: readonly StopPlan[];
  /** An alarm after so many steps of each turn's first attempt; `late`: milliseconds after them. */
  readonly stop?: { readonly after: number; readonly late: number } | undefined;
  /** A check after each run of a node, which fails in the first attempts of a turn. */
  readonly check?:
    | {
        readonly node: "tools" | "model_request";
        readonly attempts: number;
        readonly to: "set" | "node";
      }
    | undefined;
}

const call: fc.Arbitrary<CallPlan> = fc.record({
  name: fc.constantFrom<CallPlan["name"][]>("book", "pay", "mail", "look", "order", "book", "pay"),
  arg: fc.nat(1),
  when: fc.constantFrom("always", "always", "first", "again"),
  fails: fc.option(fc.record({ landed: fc.boolean() }), { nil: undefined, freq: 5 }),
});

const turn: fc.Arbitrary<TurnPlan> = fc.record({
  rounds: fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
  failures: fc.constantFrom(0, 1, 1, 2),
  starts: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 3, maxLength: 3 }),
  pauses: fc.boolean(),
});

/** Random conversations. @param stops how many processes may be stopped at most */
export const agentPrograms = (stops: number): fc.Arbitrary<AgentProgram> =>
  fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 2 }),
    version: fc.constantFrom("v1", "v2"),
    maxRetries: fc.constantFrom(1, 2, 3),
    asksForTools: fc.constantFrom(true, false, false),
    asksForRetries: fc.constantFrom(true, false, false),
    answers: fc.array(fc.constantFrom(true, true, false), { minLength: 3, maxLength: 3 }),
    onIrreversible: fc.constantFrom("allow", "allow", "stop"),
    undoFailures: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc.dictionary(fc.constantFrom("book", "pay"), fc.constantFrom(1, 99), {
          maxKeys: 2,
        }),
      },
    ),
    stops: fc.array(fc.record({ at: fc.integer({ min: 1, max: 70 }), landed: fc.boolean() }), {
      maxLength: stops,
    }),
    stop: fc.option(fc.record({ after: fc.integer({ min: 1, max: 5 }), late: fc.constantFrom(0, 0, 1, 4) }), {
      nil: undefined,
      freq: 1,
    }),
    check: fc.option(
      fc.record({
        node: fc.constantFrom("tools", "model_request"),
        attempts: fc.constantFrom(1, 1, 2, 99),
        to: fc.constantFrom("set", "node"),
      }),
      { nil: undefined, freq: 1 },
    ),
  });
