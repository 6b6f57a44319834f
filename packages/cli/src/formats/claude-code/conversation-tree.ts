import { blocksOf, type SessionLine } from "./session-line.ts";

/** A line with its place among the session's lines, from 0. */
export interface PlacedLine {
  readonly line: SessionLine;
  readonly place: number;
}

/** A branch of a session, from its first line to its end. */
export interface Branch {
  /** In the order in which they happened. */
  readonly lines: readonly PlacedLine[];
}

/** Lines that belong together in the tree: one line, or those of one message of the model. */
interface Knot {
  readonly parent: Knot | undefined;
  readonly lines: PlacedLine[];
  /** Whether a person or the model speaks here. Results of tools and the program's own lines make no branch. */
  readonly speaks: boolean;
  readonly message: string | undefined;
  /** The knot that speaks, here or above. */
  readonly speaker: Knot | undefined;
  /** Whether anybody speaks here or below. */
  isLive: boolean;
  liveChildren: number;
}

/**
 * The branches of a conversation, in the order in which they end: the last is the one that the session stands on. Where a person went back, the next
 * prompt is a second child of the line before. Parallel results of tools are children of parts of one message, and no branches. A line
 * whose parent is not there follows the line before it.
 */
export function branchesOf(lines: readonly PlacedLine[]): readonly Branch[] {
  const knots = knotsOf(lines);
  for (const knot of knots.toReversed()) {
    if (!knot.isLive || knot.parent === undefined) continue;
    knot.parent.isLive = true;
    knot.parent.liveChildren += 1;
  }
  const ends = knots.filter((knot) => knot.isLive && knot.liveChildren === 0);
  const sorted = ends.toSorted((one, other) => lastPlace(one) - lastPlace(other));
  const branches = sorted.map((end) => branchTo(end, knots));
  return branches.length > 0 || knots.length === 0
    ? branches
    : [{ lines: knots.flatMap((knot) => knot.lines) }];
}

function knotsOf(lines: readonly PlacedLine[]): readonly Knot[] {
  const byUuid = new Map<string, Knot>();
  const knots: Knot[] = [];
  let before: Knot | undefined;
  for (const placed of lines) {
    const parent = parentOf(placed.line, byUuid, before);
    const message = placed.line.type === "assistant" ? (placed.line.message?.id ?? undefined) : undefined;
    const same = message !== undefined && parent?.speaker?.message === message ? parent.speaker : undefined;
    const knot = same ?? newKnot(placed.line, parent, message);
    knot.lines.push(placed);
    if (same === undefined) knots.push(knot);
    if (placed.line.uuid !== null && placed.line.uuid !== undefined) byUuid.set(placed.line.uuid, knot);
    before = knot;
  }
  return knots;
}

function newKnot(line: SessionLine, parent: Knot | undefined, message: string | undefined): Knot {
  const speaks = isSpeech(line);
  const knot = { parent, lines: [], speaks, message, isLive: speaks, liveChildren: 0 };
  return speaks ? withSpeaker(knot) : { ...knot, speaker: parent?.speaker };
}

function withSpeaker(knot: Omit<Knot, "speaker">): Knot {
  const speaking: { -readonly [Key in keyof Knot]: Knot[Key] } = { ...knot, speaker: undefined };
  speaking.speaker = speaking;
  return speaking;
}

/** The line before, by its id. `null` is the beginning of a conversation. */
function parentOf(
  { logicalParentUuid: logical, parentUuid, ...line }: SessionLine,
  known: ReadonlyMap<string, Knot>,
  before: Knot | undefined,
): Knot | undefined {
  const named = parentUuid ?? logical;
  if (named !== null && named !== undefined) return known.get(named) ?? before;
  const isBeginning = parentUuid === null && line["subtype"] !== "compact_boundary";
  return isBeginning ? undefined : before;
}

function isSpeech(line: SessionLine): boolean {
  if (line.type === "assistant") return true;
  if (line.type !== "user" || line.isMeta === true) return false;
  return blocksOf(line).some(({ type }) => type !== "tool_result");
}

function lastPlace({ lines }: Knot): number {
  return lines.at(-1)?.place ?? 0;
}

/** The knots from the root to an end, with what hangs on them and leads nowhere. */
function branchTo(end: Knot, knots: readonly Knot[]): Branch {
  const path = new Set<Knot>();
  for (let knot: Knot | undefined = end; knot !== undefined; knot = knot.parent) path.add(knot);
  for (const knot of knots)
    if (!knot.isLive && knot.parent !== undefined && path.has(knot.parent)) path.add(knot);
  const lines = knots.filter((knot) => path.has(knot)).flatMap((knot) => knot.lines);
  return { lines };
}
