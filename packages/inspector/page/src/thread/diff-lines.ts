import { create } from "jsondiffpatch";

import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import { isList, isRecord, ownValue } from "../parts/json-places.ts";

/** One place where two values differ. */
export interface DiffLine {
  /** Keys that lead to it; positions in arrays count from 0, of what is gone in the old one, else in the new one. */
  readonly path: readonly (string | number)[];
  /** Absent where something was added. */
  readonly before?: JsonValue;
  /** Absent where something was taken away. */
  readonly after?: JsonValue;
}

type Path = DiffLine["path"];

/** Before each key while values are compared, so that "constructor" and "__proto__" are keys like any other. */
const MARK = ".";

const differ = create({
  // Null is an object, too.
  objectHash: (item: object | null, index) => {
    const id: unknown = item === null ? undefined : Reflect.get(item, `${MARK}id`);
    return typeof id === "string" ? `id ${id}` : `at ${String(index)}`;
  },
  arrays: { detectMove: false },
});

/** Differences between two values, in their own order; items of arrays that have an `id` are told apart by it. */
export function diffLines(before: JsonValue, after: JsonValue): readonly DiffLine[] {
  return linesOf(differ.diff(marked(before), marked(after)), before, after, []);
}

function marked(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(marked);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [`${MARK}${key}`, marked(inner)]));
}

/** The delta says what is different; what it was and is now is read from the values themselves. */
function linesOf(delta: unknown, before: JsonValue, after: JsonValue, path: Path): readonly DiffLine[] {
  if (delta === undefined) return [];
  if (isDelta(delta) && isList(before) && isList(after)) return listLines(delta, before, after, path);
  if (isDelta(delta) && isRecord(before) && isRecord(after)) return recordLines(delta, before, after, path);
  return [{ path, before, after }];
}

type DeltaParts = Readonly<Record<string, unknown>>;
type List = readonly JsonValue[];
type JsonRecord = Readonly<Record<string, JsonValue>>;

function recordLines(
  delta: DeltaParts,
  before: JsonRecord,
  after: JsonRecord,
  path: Path,
): readonly DiffLine[] {
  return Object.entries(delta).flatMap(([mark, part]) => {
    const key = mark.slice(MARK.length);
    const [left, right] = [ownValue(before, key), ownValue(after, key)];
    const at = [...path, key];
    if (left === undefined) return right === undefined ? [] : [{ path: at, after: right }];
    return right === undefined ? [{ path: at, before: left }] : linesOf(part, left, right, at);
  });
}

/** In a list's delta "_3" is what stood at 3 in the old one and is gone; "3" is new at 3, or different there. */
function listLines(delta: DeltaParts, before: List, after: List, path: Path): readonly DiffLine[] {
  const isGone = (index: number) => Object.hasOwn(delta, `_${index}`);
  const isNew = (index: number) => isAddition(delta[index]);
  const stayed = before.flatMap((_, index) => (isGone(index) ? [] : [index]));
  const lines: DiffLine[] = before.flatMap((value, index) =>
    isGone(index) ? [{ path: [...path, index], before: value }] : [],
  );
  let matched = 0;
  for (const [index, value] of after.entries()) {
    if (isNew(index)) lines.push({ path: [...path, index], after: value });
    else {
      const left = before[stayed[matched] ?? -1];
      matched += 1;
      if (left !== undefined)
        for (const each of linesOf(delta[index], left, value, [...path, index])) lines.push(each);
    }
  }
  return lines;
}

/** An array of one: the value that came. */
const isAddition = (part: unknown): boolean => Array.isArray(part) && part.length === 1;

const isDelta = (delta: unknown): delta is DeltaParts =>
  typeof delta === "object" && delta !== null && !Array.isArray(delta);
