import { nanoid } from "nanoid";

import type { Label, NewLabel } from "../shared/labels/label.ts";

/** Sources of a label store's ids and times. */
export interface LabelStoreOptions {
  /** Makes ids of labels; default nanoid. */
  readonly ids?: () => string;
  /** Milliseconds since the epoch; default `Date.now`. */
  readonly clock?: () => number;
}

/** The label as it is stored. */
export function identified(label: NewLabel, { ids = nanoid, ...options }: LabelStoreOptions): Label {
  return { id: ids(), ...label, at: timeOf(options) };
}

/** Now, ISO 8601, UTC. */
export function timeOf({ clock = Date.now }: LabelStoreOptions): string {
  return new Date(clock()).toISOString();
}
