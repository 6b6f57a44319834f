import { createHash } from "node:crypto";

import { promptForm } from "./prompt.ts";

const HEX_DIGITS = 16;

/**
 * @internal Names a method so that the name changes whenever its scores could, also by what all prompts have in common.
 *
 * @param version constant texts and settings of the method, as JSON
 * @param models  ids of the judges that it asks
 * @returns "step-by-step-0123456789abcdef/<model>"
 */
export function methodFingerprint(name: string, version: unknown, ...models: readonly string[]): string {
  const hashed = JSON.stringify([promptForm(), version]);
  const digest = createHash("sha256").update(hashed).digest("hex").slice(0, HEX_DIGITS);
  return [`${name}-${digest}`, ...models].join("/");
}
