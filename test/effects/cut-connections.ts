import { randomUUID } from "node:crypto";

import { Annotation, Command, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import fc from "fast-check";
import {
  effect,
  readHistory,
  resumeRollback,
  withRollback,
  type RollbackOptions,
  type UndoCall,
} from "langgraph-rollback";
import { postgresThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";

import { server } from "../fixtures/postgres-server.ts";

/** All that one round depends on, as plain data. */
export interface CutPlan {
  readonly shape: "chain" | "parallel" | "subgraph";
  /** How many acts: nodes of the chain, or side by side. */
  readonly acts: number;
  /** How many attempts the verifier refuses. */
  readonly failures: number;
  /** Start that the policy goes back to, as a part of the steps. */
  readonly start: number;
  readonly locks: boolean;
  /** A human approves each rollback, in another process. */
  readonly approves: boolean;
  /** When all connections of the process are cut, as a part of the queries that an undisturbed round takes, and whether right before a query or after it. */
  readonly cuts: readonly { readonly at: number; readonly after: boolean }[];
}

/** Evenly: fast-check prefers small numbers where it draws them itself. */
const share = fc.constantFrom(...Array.from({ length: 101 }, (_, nth) => (nth + 0.5) / 101));

export const cutPlans: fc.Arbitrary<CutPlan> = fc.record({
  shape: fc.constantFrom("chain", "chain", "parallel", "subgraph"),
  acts: fc.integer({ min: 1, max: 3 }),
  failures: fc.constantFrom(1, 1, 1, 2),
  start: share,
  locks: fc.boolean(),
  approves: fc.constantFrom(false, false, true),
  cuts: fc.array(fc.record({ at: share, after: fc.boolean() }), { minLength: 1, maxLength: 3 }),
});

const Log = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

/** A database of its own, which is dropped in the end. */
export async function ownDatabase(): Promise<{
  readonly database: string;
  readonly drop: () => Promise<void>;
}> {
  const database = `cut_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Pool({ ...server, max: 1 });
  await admin.query(`create database ${database}`);
  const saver = new PostgresSaver(new pg.Pool({ ...server, database, max: 1 }));
  await saver.setup();
  await saver.end();
  return {
    database,
    drop: async () => {
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
    },
  };
}

/** A process, as far as its connections go: all of them are cut at some of its queries. */
class CutProcess {
  queries = 0;
  readonly #name = `cut ${randomUUID()}`;
  readonly #pools: pg.Pool[] = [];
  readonly #admin: pg.Pool;
  readonly #database: string;
  readonly #cuts: ReadonlyMap<number, boolean>;

  /** @param cuts numbers of queries, and whether the cut comes after them */
  constructor(database: string, cuts: ReadonlyMap<number, boolean>) {
    this.#database = database;
    this.#cuts = cuts;
    this.#admin = new pg.Pool({ ...server, max: 1 });
  }

  pool(max: number): pg.Pool {
    const pool = new pg.Pool({ ...server, database: this.#database, application_name: this.#name, max });
    // As docs/concurrency.md says: a connection that is cut must not end the process.
    pool.on("error", () => {});
    pool.on("connect", (client) => {
      client.on("error", () => {});
      const query: unknown = Reflect.get(client, "query");
      if (typeof query !== "function") throw new TypeError("Expected a client with queries.");
      Object.defineProperty(client, "query", {
        value: (...args: unknown[]): unknown => {
          const work = (): unknown => Reflect.apply(query, client, args);
          return args.some((arg) => typeof arg === "function") ? work() : this.#around(work);
        },
      });
    });
    this.#pools.push(pool);
    return pool;
  }

  async #around(query: () => unknown): Promise<unknown> {
    this.queries += 1;
    const after = this.#cuts.get(this.queries);
    if (after === false) await this.#cut();
    const result = await query();
    if (after === true) await this.#cut();
    return result;
  }

  async #cut(): Promise<void> {
    await this.#admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
      [this.#name],
    );
  }

  async end(): Promise<void> {
    await Promise.allSettled([...this.#pools, this.#admin].map((pool) => pool.end()));
  }
}

const approval = () =>
  new Command<unknown, Record<string, unknown>, never>({ resume: { decision: "approve" } });

/** Outcome of a round. */
export interface CutRound {
  readonly queries: number;
  /** How the calls of the process that was cut ended: "returned", "asked", or a code. */
  readonly ended: readonly string[];
  /** In what state and world differed although no record says so, or did not agree in the end. */
  readonly wrong: readonly string[];
  /** Whether they differed, and the record named it. */
  readonly wasNamed: boolean;
}

/** Runs a plan on a thread of its own. @param queries how many an undisturbed round takes; 0 cuts nothing */
export async function runCutRound(plan: CutPlan, database: string, queries: number): Promise<CutRound> {
  const world = new Set<string>();
  const thread = { configurable: { thread_id: randomUUID() } };
  const cuts = new Map(
    queries === 0 ? [] : plan.cuts.map(({ at, after }) => [1 + Math.floor(at * queries), after]),
  );
  const first = new CutProcess(database, cuts);
  const wrong: string[] = [];
  const ended: string[] = [];
  const isAgreed = (kept: readonly string[]): boolean =>
    kept.length === world.size && kept.every((key) => world.has(key));
  let wasNamed = false;
  /** Calls, and checks what a returned output tells of. */
  const called = async (call: () => Promise<unknown>): Promise<string> => {
    try {
      const output = await call();
      const gone = logOf(output).filter((key) => !world.has(key));
      const isAsked = typeof output === "object" && output !== null && "__interrupt__" in output;
      if (gone.length > 0) wrong.push(`A call returned ${gone.join()}, which the world does not hold.`);
      return isAsked ? "asked" : "returned";
    } catch (error) {
      return String(Reflect.get(Object(error), "code") ?? error);
    }
  };
  const graph = graphOf(plan, world, first);
  let how = await called(() => graph.invoke({}, thread));
  ended.push(how);
  for (let nth = 0; nth < 6 && how === "asked"; nth += 1) {
    how = await called(() => graph.invoke(approval(), thread));
    ended.push(how);
  }
  await first.end();

  const second = new CutProcess(database, new Map());
  const later = graphOf(plan, world, second);
  const state = async () => {
    const { values, next, config } = await later.getState(thread);
    return {
      kept: logOf(values),
      isOver: next.length === 0,
      isThere: config.configurable?.["checkpoint_id"] !== undefined,
    };
  };
  const before = await state();
  if (before.isThere && before.isOver && !isAgreed(before.kept)) {
    const [run] = await readHistory(later, thread);
    const last = run?.attempts.at(-1);
    const named = new Set(
      [...(run?.attempts ?? [])].flatMap(({ effects = [] }) => effects.map(({ key }) => key)),
    );
    const differing = [
      ...before.kept.filter((key) => !world.has(key)),
      ...[...world].filter((key) => !before.kept.includes(key)),
    ];
    wasNamed = last !== undefined && differing.every((key) => named.has(key));
    const isOpen = last?.decision === "roll-back" || last?.unfinished === true || last === undefined;
    if (!wasNamed && !isOpen)
      wrong.push(
        `State and world differ in ${differing.join()}, and no record says so: ${JSON.stringify(last?.problem)}`,
      );
  }
  for (let nth = 0; nth < 8; nth += 1) {
    const { isThere } = await state();
    const then = await called(() => (isThere ? resumeRollback(later, thread) : later.invoke({}, thread)));
    if (then === "asked") {
      await called(() => later.invoke(approval(), thread));
      continue;
    }
    const present = await state();
    if (then === "returned" && present.isOver) break;
  }
  const after = await state();
  if (!after.isOver || !isAgreed(after.kept))
    wrong.push(
      `In the end the state tells of ${after.kept.join()}, and the world holds ${[...world].join()}.`,
    );
  await second.end();
  return { queries: first.queries, ended, wrong, wasNamed };
}

function logOf(values: unknown): readonly string[] {
  const log: unknown = Reflect.get(Object(values), "log");
  return Array.isArray(log) ? log.map(String) : [];
}

function graphOf(plan: CutPlan, world: Set<string>, process: CutProcess) {
  const names = Array.from({ length: plan.acts }, (_, index) => `n${index}`);
  const act = async (name: string, config: LangGraphRunnableConfig) => {
    const key = await effect(config, {
      name: "book",
      args: { name },
      act: ({ key: own }) => {
        world.add(own);
        return own;
      },
    });
    return { log: [key] };
  };
  const first: string = names[0] ?? "";
  const builder = new StateGraph(Log).addNode(first, nodeOf(plan, first, act));
  builder.addEdge(START, first);
  for (const [index, name] of names.entries()) {
    if (index === 0) continue;
    builder.addNode(name, nodeOf(plan, name, act));
    // @ts-expect-error Names of a loop are not known to the type.
    builder.addEdge(plan.shape === "parallel" ? START : names[index - 1], name);
  }
  const undo = ({ key }: UndoCall): void => void world.delete(key);
  const options: RollbackOptions = {
    verify: ({ attempt }) => attempt > plan.failures,
    effects: { tools: { book: { undo } }, undoRetries: 0 },
    policy: {
      name: "anywhere",
      decide: ({ tries }) => ({
        kind: "roll-back",
        start: Math.floor(plan.start * (tries.at(-1)?.scores.length ?? 1)),
        reason: "the plan says so",
      }),
    },
    ...(plan.approves ? { approve: "always" } : {}),
    ...(plan.locks ? { lock: postgresThreadLock(process.pool(2), { scope: "cut" }) } : {}),
  };
  return withRollback(builder.compile({ checkpointer: new PostgresSaver(process.pool(4)) }), options);
}

type Act = (name: string, config: LangGraphRunnableConfig) => Promise<{ log: string[] }>;

function nodeOf({ shape }: CutPlan, name: string, act: Act) {
  if (shape !== "subgraph")
    return (_: typeof Log.State, config: LangGraphRunnableConfig) => act(name, config);
  return async (_: typeof Log.State, config: LangGraphRunnableConfig) =>
    new StateGraph(Log)
      .addNode("inner", (__: typeof Log.State, own: LangGraphRunnableConfig) => act(name, own))
      .addEdge(START, "inner")
      .compile()
      .invoke({ log: [] }, config);
}
