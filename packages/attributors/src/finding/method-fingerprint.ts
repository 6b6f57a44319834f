import { createHash } from "node:crypto";

import { promptForm } from "../asking/question/prompt.ts";

const HEX_DIGITS = 16;

/**
 * @internal Part of every fingerprint. Raise it with any change of code that changes the questions or the scores made of the answers. Otherwise a
 * calibration would be used for scores that it does not fit. Prompts, shapes of answers and settings
 * change fingerprints by themselves.
 */
export const SCORES_VERSION = 1;

/**
 * @internal Names a method. The name changes whenever its scores could, also with the text that all prompts share.
 *
 * @param version constant texts and settings of the method, as JSON
 * @param models  ids of the judges that it asks
 * @returns "step-by-step-0123456789abcdef/<model>"
 */
export function methodFingerprint(name: string, version: unknown, ...models: readonly string[]): string {
  const hashed = JSON.stringify([SCORES_VERSION, promptForm(), version]);
  const digest = createHash("sha256").update(hashed).digest("hex").slice(0, HEX_DIGITS);
  return [`${name}-${digest}`, ...models].join("/");
}
