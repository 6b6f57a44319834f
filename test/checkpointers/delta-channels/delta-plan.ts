/** Plan of one run, drawn at random. */
export interface DeltaPlan {
  /** Names of the three parallel nodes. Their order by code point is not always their order by UTF-16 unit. */
  readonly nodes: readonly [string, string, string];
  /** Number of event-loop turns that each of the six writers waits: the order in which they end. */
  readonly turns: readonly number[];
  /** Whether the writers write messages; else they write words. */
  readonly writesMessages: boolean;
  /** Number of updates after which a channel stores its whole value. */
  readonly snapshotFrequency: number;
  /** The writer that throws, so that its error handler writes in its place. */
  readonly throws?: number;
  /** The writer that interrupts; the answer comes with an update, from another process. */
  readonly asks?: number;
  /** Whether the writers are in a subgraph. */
  readonly nested: boolean;
  /** The step that a rollback goes back to; there is none if it is left out. */
  readonly rewindTo?: "plan" | "writer" | "sum";
  /** Each turn but the first runs in another process. */
  readonly turnCount: number;
}

const WRITERS = 6;
const names = ["alpha", "Beta", "a b", "10", "9", "é", "\uFB00", "\u{1D4B3}"];

/**
 * @param random uniform numbers in [0, 1)
 * @param redoes whether LangGraph runs error handlers and finished tasks of a subgraph again when a run is resumed, as it did
 *               before 1.5: the state then has what the second execution wrote, and the store what the first one wrote
 */
export function drawPlan(random: () => number, redoes: boolean): DeltaPlan {
  const below = (end: number): number => Math.floor(random() * end);
  const rest = [...names];
  const name = (): string => rest.splice(below(rest.length), 1)[0] ?? "";
  const steps = ["plan", "writer", "writer", "sum"] as const;
  const rewindTo = random() < 0.25 ? steps[below(steps.length)] : undefined;
  const throws = random() < 0.3 ? below(WRITERS) : undefined;
  const nested = random() < 0.2;
  const draws = random() < 0.2 ? below(WRITERS) : undefined;
  const asks = redoes && (nested || throws !== undefined) ? undefined : draws;
  return {
    nodes: [name(), name(), name()],
    turns: Array.from({ length: WRITERS }, () => below(6)),
    snapshotFrequency: [1, 2, 3, 1000][below(4)] ?? 1000,
    nested,
    writesMessages: random() < 0.5,
    turnCount: random() < 0.15 ? 2 : 1,
    ...(throws === undefined ? {} : { throws }),
    ...(asks === undefined ? {} : { asks }),
    ...(rewindTo === undefined ? {} : { rewindTo }),
  };
}
