import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import { isList, isRecord, ownValue, pathTo } from "../parts/json-places.ts";

/** A place where two states differ; a side that lacks it has no value. */
export interface StateChange {
  /** As in `messages[3].content`. */
  readonly path: string;
  readonly a?: JsonValue | undefined;
  readonly b?: JsonValue | undefined;
}

/**
 * Finds where two states differ, place by place: as deep down as both are objects, or both are lists.
 *
 * @param most no more changes than these are looked for
 * @returns the changes in the states' own order, and whether there are more
 */
export function stateChanges(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  most = 100,
): { readonly changes: readonly StateChange[]; readonly more: boolean } {
  const changes: StateChange[] = [];
  // Not by recursion: a state may be nested deeper than the stack is.
  const pending: StateChange[] = [changeOf("", a, b)];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const inner = within(place);
    if (inner !== undefined) for (const each of inner.toReversed()) pending.push(each);
    else if (place.a !== place.b) {
      if (changes.length === most) return { changes, more: true };
      changes.push(place);
    }
  }
  return { changes, more: false };
}

/** Places inside of a place on both sides; `undefined` if one of them is no container, or they are of two kinds. */
function within({ path, a, b }: StateChange): readonly StateChange[] | undefined {
  if (isList(a) && isList(b)) {
    const length = Math.max(a.length, b.length);
    return Array.from({ length }, (_, index) => changeOf(pathTo(path, index), a[index], b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return undefined;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].map((key) => changeOf(pathTo(path, key), ownValue(a, key), ownValue(b, key)));
}

function changeOf(path: string, a: JsonValue | undefined, b: JsonValue | undefined): StateChange {
  return { path, a, b };
}
