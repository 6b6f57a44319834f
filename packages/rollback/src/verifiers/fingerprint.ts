import { createHash } from "node:crypto";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";

/** @internal Digest that stands for data in a fingerprint: equal for equal data. */
export function digest(data: unknown): string {
  return createHash("sha256").update(JSON.stringify(data)).digest("hex").slice(0, 12);
}

/** @internal Parts of a fingerprint; those that there are not are left out. */
export function fingerprintOf(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(":");
}

/**
 * @internal Insists on a name where something decides that has no text of its own.
 *
 * @param unnamed the option that decides; `undefined` where there is none
 * @throws {InvalidOptionError}
 */
export function checkNamed(fingerprint: string | undefined, unnamed: string | undefined): void {
  if (unnamed === undefined || fingerprint !== undefined) return;
  const expected = `a name that changes with what ${unnamed} does, which cannot be read off it`;
  throw new InvalidOptionError("fingerprint", expected, fingerprint);
}
