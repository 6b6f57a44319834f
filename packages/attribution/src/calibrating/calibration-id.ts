import { createHash } from "node:crypto";

import { canonicalJson } from "../scorers/model-fingerprint.ts";
import type { Calibration } from "./calibration.ts";

const HEX_DIGITS = 16;

/** Nobody alters a calibration: its id is computed once. */
const known = new WeakMap<Calibration, string>();

/**
 * Short name of a calibration that changes with any of its values. The order of its keys does not matter, nor whether it comes from a file.
 * `promises` and `forecast` change no set and do not count.
 *
 * @returns 16 hexadecimal digits of SHA-256
 */
export function calibrationId(calibration: Calibration): string {
  const before = known.get(calibration);
  if (before !== undefined) return before;
  const { forecast: _, promises: __, ...rest } = calibration;
  const id = createHash("sha256").update(canonicalJson(rest)).digest("hex").slice(0, HEX_DIGITS);
  known.set(calibration, id);
  return id;
}
