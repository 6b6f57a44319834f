import type { Turn } from "../../fixtures/kill-graph.ts";
import type { Loss, Statement, Watch } from "./statement-gate.ts";

/** Reaction of a worker when the other has the thread. */
export type Role = "wait" | "refuse";

/** Kind of item that a commit stores. */
export type Kept = "input" | "writes" | "loop" | "record" | "fork";

/** The moment at which a process dies. */
export type Point =
  /** Whatever it is sending then, but for asking for the lock. */
  | { readonly at: "statement" }
  | { readonly at: "commit"; readonly of: Kept }
  /** Inside a put: the values are stored, and the checkpoint is being stored. */
  | { readonly at: "put"; readonly of: "record" | "fork" }
  | { readonly at: "lock" }
  | { readonly at: "unlock" };

/** How one process dies. */
export type Death =
  | { readonly point: Point; readonly nth: number; readonly loss: Loss; readonly delay: number }
  | { readonly afterMilliseconds: number };

/** One question on a thread that two processes work on, and how they are killed meanwhile. */
export interface Round {
  readonly turn: Omit<Turn, "turn">;
  /** Which of them asks; the other one resumes what it finds. */
  readonly asks: Role;
  /** The deaths of each, one after the other. Who has none named does not play. */
  readonly deaths: Readonly<Partial<Record<Role, readonly Death[]>>>;
  /** Once the first has died, its successor asks a new question instead of resuming. */
  readonly asksAnew: boolean;
}

/**
 * Draws a round, in which the process that asks dies at least once.
 *
 * @param random uniform numbers in [0, 1)
 */
export function planRound(random: () => number): Round {
  const { below, oneOf } = drawing(random);
  const turn = drawTurn(random);
  const { fails } = turn;
  const commit = (...kept: readonly [Kept, ...Kept[]]): Point => ({ at: "commit", of: oneOf(...kept) });
  const death = (mayFork: boolean): Death => {
    const loss = oneOf<Loss>("lost", "unanswered", "late");
    const aimed = oneOf(...pointsOf(mayFork, commit));
    const point: Point = random() < 0.3 ? { at: "statement" } : aimed;
    if (random() < 0.15) return { afterMilliseconds: 5 + below(150) };
    const kept = point.at === "commit" ? point.of : undefined;
    const nth =
      point.at === "statement" ? 1 + below(50) : kept === "loop" || kept === "writes" ? 1 + below(4) : 1;
    return { point, nth, loss: point.at === "commit" ? loss : oneOf("lost", "unanswered"), delay: below(60) };
  };
  const asks = oneOf<Role>("wait", "refuse");
  const own = Array.from({ length: oneOf(1, 1, 1, 2, 3) }, () => death(fails > 0));
  const other = Array.from({ length: oneOf(0, 0, 1) }, () => death(fails > 0));
  const waiting: Death = { point: { at: "lock" }, nth: 2 + below(5), loss: "unanswered", delay: 0 };
  const others = random() < 0.15 ? [waiting, ...other] : other;
  return {
    turn,
    asks,
    deaths: asks === "wait" ? { wait: own, refuse: others } : { wait: others, refuse: own },
    asksAnew: random() < 0.12,
  };
}

/**
 * Draws a round over a store whose lock keeps runs apart within one process only: the processes come one after the other,
 * and all but the last die. What one of them has sent has arrived when it dies, or never does.
 *
 * @param random uniform numbers in [0, 1)
 */
export function planSuccession(random: () => number): Round {
  const { below, oneOf } = drawing(random);
  const turn = drawTurn(random);
  const kinds: readonly [Kept, ...Kept[]] = ["input", "writes", "writes", "loop", "loop", "record", "record"];
  const death = (): Death => {
    if (random() < 0.15) return { afterMilliseconds: 5 + below(100) };
    const loss = oneOf<Loss>("lost", "unanswered");
    // No run has fewer statements, so that the first process dies in any case.
    const statements = turn.fails > 0 ? 20 : 12;
    if (random() < 0.3) return { point: { at: "statement" }, nth: 1 + below(statements), loss, delay: 0 };
    const of = turn.fails > 0 ? oneOf<Kept>("fork", "fork", ...kinds) : oneOf(...kinds);
    const nth = of === "loop" || of === "writes" ? 1 + below(4) : 1;
    return { point: { at: "commit", of }, nth, loss, delay: 0 };
  };
  const deaths = Array.from({ length: oneOf(1, 1, 2, 2, 3) }, death);
  return { turn, asks: "wait", deaths: { wait: deaths }, asksAnew: random() < 0.12 };
}

function drawTurn(random: () => number): Omit<Turn, "turn"> {
  const { oneOf } = drawing(random);
  const how = oneOf<Turn["how"]>("wrong", "wrong", "throws");
  const where = how === "wrong" ? oneOf<Turn["where"]>("right", "solve") : "solve";
  // An exception that no rollback is left for is thrown, and the next call then starts a run of its own.
  const fails = how === "throws" ? oneOf(1, 2) : oneOf(0, 1, 1, 1, 2, 2, 3);
  return { fails, where, how };
}

function drawing(random: () => number) {
  const below = (end: number): number => Math.floor(random() * end);
  const oneOf = <T>(first: T, ...others: readonly T[]): T =>
    [first, ...others][below(others.length + 1)] ?? first;
  return { below, oneOf };
}

/** The moments that are worth aiming at; a run in which nothing fails keeps no fork. */
function pointsOf(
  mayFork: boolean,
  commit: (...kept: readonly [Kept, ...Kept[]]) => Point,
): readonly [Point, ...Point[]] {
  const always: readonly [Point, ...Point[]] = [
    { at: "lock" },
    { at: "unlock" },
    commit("input", "writes", "loop"),
    commit("writes", "loop"),
    commit("record"),
    { at: "put", of: "record" },
  ];
  return mayFork
    ? [...always, commit("record"), commit("fork"), commit("fork"), { at: "put", of: "fork" }]
    : always;
}

/** Counts a process' statements, and says which of them it dies at. */
export function watchFor(death: Death): Watch {
  if (!("point" in death)) return () => undefined;
  let left = death.nth;
  return (statement) => {
    if (!isAt(death.point, statement)) return undefined;
    left -= 1;
    return left === 0 ? death : undefined;
  };
}

function isAt(point: Point, { sql, stored }: Statement): boolean {
  const asksForLock = sql.includes("pg_try_advisory_lock");
  if (point.at === "statement") return !asksForLock;
  if (point.at === "lock") return asksForLock;
  if (point.at === "unlock") return sql.includes("pg_advisory_unlock");
  const now = point.at === "commit" ? sql === "COMMIT" : sql.includes(".checkpoints ");
  return now && stored.has(point.of);
}

/** A death in words, to count them by. */
export function describeDeath(death: Death): string {
  if (!("point" in death)) return "at some time";
  const { point, loss } = death;
  return `${"of" in point ? `${point.at} of ${point.of}` : point.at}, ${loss}`;
}
