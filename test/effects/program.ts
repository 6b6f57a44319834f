import fc from "fast-check";

/** Names of the acts. Each name has one way of being declared: see `effectsOf` in `program-graph.ts`. */
export type ActName = "book" | "pay" | "order" | "mail" | "letter" | "poke" | "look";

/** Acts that are declared with an `undo`; the laws expect that all others stand. Whole nodes that are one effect are called {@link NODE_ACT}. */
export const UNDOABLE: readonly string[] = ["book", "pay", "order", "node"];

/** The act that is held until its run is accepted. */
export const HELD = "letter";

/** How the world names what a node does that is one effect itself. */
export const NODE_ACT = "node";

/** One act of a node. Equal acts have the same name and argument. */
export interface ActPlan {
  readonly name: ActName;
  readonly arg: number;
  /** In nodes without a ToolNode: by `effect`, or by `tool.invoke`. */
  readonly by: "effect" | "tool";
  /** "first": only in the first attempt; "again": only where there is a note of a rollback; "even": when the state holds an even number of keys. */
  readonly when: "always" | "first" | "again" | "even";
  /** Whether it takes a while before it lands. */
  readonly slow: boolean;
  /** Whether it lands after a rollback has stopped waiting for it, also where its process has ended by then. */
  readonly late?: boolean;
  /** Its first calls throw, before or after it has landed in the world; of a letter, its first receipts. */
  readonly fails?: { readonly landed: boolean; readonly times: number; readonly caught: boolean };
}

/**
 * How a node does its acts.
 * - "plain": in its function; "tasks": in tasks that its function calls; "invoked": in a subgraph that its function invokes; "sent": in a function that a Send starts;
 * - "subgraph": in the nodes of a subgraph that was added as a node; "tools": in a subgraph with a ToolNode;
 * - "sent-tools": in a ToolNode of the graph itself, which a Send starts;
 * - "declared": the node is one effect itself, and does only that;
 * - "guarded": in a graph with rollback of its own, which its function calls. There all acts are held.
 */
export type NodeKind =
  | "plain"
  | "tasks"
  | "invoked"
  | "sent"
  | "subgraph"
  | "tools"
  | "sent-tools"
  | "declared"
  | "guarded";

/** One node. */
export interface NodePlan {
  readonly kind: NodeKind;
  /** Groups one after the other; the acts of a group at once. */
  readonly groups: readonly (readonly ActPlan[])[];
  /** Whether it has a `retryPolicy`. */
  readonly retries: boolean;
  /** How often it throws after all of its acts. */
  readonly throws: number;
  /** Whether it asks a human by an interrupt: each tool of a ToolNode before it acts, the others after their first group. Not those that are one effect. */
  readonly asks?: boolean;
}

/** Operation at which a process ends: its n-th, which then is carried out or is not. */
export interface StopPlan {
  readonly at: number;
  readonly landed: boolean;
  /** Its call is aborted instead, and it goes on. */
  readonly aborts?: boolean;
}

/** A check after a node. */
export interface CheckPlan {
  /** Place of the node among those of the graph, as a part of them: at 1 it is the last one. */
  readonly at: number;
  /** Attempts that fail it. */
  readonly attempts: number;
  readonly to: "set" | "node";
}

/** One turn of a thread. */
export interface TurnPlan {
  /** How many attempts the verifier refuses. */
  readonly failures: number;
  /** Whether the verifier itself fails, so that nothing is judged. */
  readonly isUnjudged?: boolean;
  /** An alarm after so many steps of the first attempt; `late`: milliseconds after them, in the middle of a later step. */
  readonly stop?: { readonly after: number; readonly late: number };
  /** A check after a node, which fails in the first attempts. */
  readonly check?: CheckPlan;
  /** Starts that the policy goes back to, by attempt, as a part of the steps. */
  readonly starts: readonly number[];
}

/** A replay of an attempt, once its turn has ended. */
export interface ReplayPlan {
  /** First step that runs again, as a part of the steps. */
  readonly from: number;
  /** Whether it is of the turn's last attempt, not of its first. */
  readonly isLast: boolean;
  /** Whether functions stand for all acts; else they are answered as they were recorded. */
  readonly isSandboxed: boolean;
  readonly hasNote: boolean;
}

/** What becomes of letters that are held. */
export type Fate = "discard" | "release" | "hold";

/** All that the turns of a thread depend on, as plain data. */
export interface Program {
  /** Supersteps, each with nodes that run in parallel. */
  readonly layers: readonly (readonly NodePlan[])[];
  /** All turns run through the same nodes, so their orders have the same keys. */
  readonly turns: readonly TurnPlan[];
  readonly maxRollbacks: number;
  readonly onIrreversible: "allow" | "stop";
  /** How often the first calls of `undo` fail, by name of the act; 99 is until it is mended. */
  readonly undoFailures: Readonly<Partial<Record<string, number>>>;
  readonly undoRetries: number;
  /** Answers of humans who are asked about rollbacks: whether they agree, or what they say of held acts when they decline. Nobody is asked where there is none. */
  readonly answers?: readonly (boolean | "release" | "discard")[];
  /** What becomes of letters that a run holds which is given up; they are discarded unless told. */
  readonly onUnaccepted?: Fate;
  /** How often a turn is continued whose run threw and was given up. */
  readonly continues?: number;
  /** What a human decides at the end of each turn about letters that are held still; nothing unless told. */
  readonly settles?: "nothing" | "release" | "discard";
  /** Whether the world forgets what it has undone: an act that lands after its undo holds. */
  readonly forgets?: boolean;
  /** Whether a process that was not stopped lives until all that it has begun has ended. */
  readonly lives?: boolean;
  readonly stops: readonly StopPlan[];
  /** How a process resumes what another has left. */
  readonly resumesBy: "invoke" | "resumeRollback";
  /** Replays of each turn. */
  readonly replays?: readonly ReplayPlan[];
}

const act: fc.Arbitrary<ActPlan> = fc.record(
  {
    name: fc.constantFrom<ActName[]>("book", "pay", "order", "mail", "letter", "poke", "look", "book", "pay"),
    arg: fc.nat(1),
    by: fc.constantFrom("effect", "tool"),
    when: fc.constantFrom("always", "always", "always", "first", "again", "even"),
    slow: fc.boolean(),
    late: fc.constantFrom(false, false, false, false, false, true),
    fails: fc.record({
      landed: fc.boolean(),
      times: fc.constantFrom(1, 1, 2, 99),
      caught: fc.boolean(),
    }),
  },
  { requiredKeys: ["name", "arg", "by", "when", "slow", "late"] },
);

const seldomFailing = fc.oneof(
  {
    weight: 3,
    arbitrary: act.map((plan): ActPlan => {
      const { fails: _, ...rest } = plan;
      return rest;
    }),
  },
  { weight: 1, arbitrary: act },
);

const node: fc.Arbitrary<NodePlan> = fc.record({
  kind: fc.constantFrom<NodeKind[]>(
    "plain",
    "plain",
    "tasks",
    "invoked",
    "sent",
    "subgraph",
    "tools",
    "sent-tools",
    "declared",
    "guarded",
  ),
  groups: fc.array(fc.array(seldomFailing, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  retries: fc.boolean(),
  throws: fc.constantFrom(0, 0, 0, 0, 1, 2),
  asks: fc.constantFrom(false, false, false, false, true),
});

const judged = {
  failures: fc.constantFrom(0, 1, 1, 2, 3),
  isUnjudged: fc.constantFrom(false, false, false, false, false, false, false, true),
  starts: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 3, maxLength: 3 }),
};

const stop = fc.record({ after: fc.integer({ min: 1, max: 6 }), late: fc.constantFrom(0, 0, 1, 4) });

const check: fc.Arbitrary<CheckPlan> = fc.record({
  at: fc.constantFrom(0, 1 / 3, 2 / 3, 1),
  attempts: fc.constantFrom(1, 1, 2, 99),
  to: fc.constantFrom("set", "node"),
});

const turn: fc.Arbitrary<TurnPlan> = fc.oneof(
  { weight: 6, arbitrary: fc.record(judged) },
  { weight: 2, arbitrary: fc.record({ ...judged, stop }) },
  { weight: 1, arbitrary: fc.record({ ...judged, check }) },
  { weight: 1, arbitrary: fc.record({ ...judged, stop, check }) },
);

const replayPlan: fc.Arbitrary<ReplayPlan> = fc.record({
  from: fc.double({ min: 0, max: 0.999, noNaN: true }),
  isLast: fc.boolean(),
  isSandboxed: fc.boolean(),
  hasNote: fc.boolean(),
});

/** Random programs. @param stops how many processes may be stopped at most */
export const programs = (stops: number): fc.Arbitrary<Program> =>
  fc.record({
    layers: fc.array(fc.array(node, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    turns: fc.oneof(
      { weight: 2, arbitrary: fc.array(turn, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(turn, { minLength: 2, maxLength: 3 }) },
    ),
    maxRollbacks: fc.constantFrom(1, 2, 3),
    onIrreversible: fc.constantFrom("allow", "allow", "stop"),
    undoFailures: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc.dictionary(fc.constantFrom("book", "pay", "order", "node"), fc.constantFrom(1, 99), {
          maxKeys: 2,
        }),
      },
    ),
    // Between two tries of `undo` there is a second.
    undoRetries: fc.constant(0),
    answers: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(
          fc.constantFrom(true, true, true, false, "release" as const, "discard" as const),
          {
            minLength: 2,
            maxLength: 2,
          },
        ),
      },
    ),
    forgets: fc.boolean(),
    lives: fc.boolean(),
    stops: fc.array(
      fc.record({
        at: fc.integer({ min: 1, max: 90 }),
        landed: fc.boolean(),
        aborts: fc.constantFrom(false, false, true),
      }),
      { maxLength: stops },
    ),
    resumesBy: fc.constantFrom("invoke", "resumeRollback"),
    replays: fc.array(replayPlan, { maxLength: 2 }),
    onUnaccepted: fc.constantFrom<Fate[]>("discard", "discard", "release", "hold"),
    continues: fc.constantFrom(0, 0, 1, 2),
    settles: fc.constantFrom<NonNullable<Program["settles"]>[]>("nothing", "nothing", "release", "discard"),
  });
