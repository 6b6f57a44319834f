import { createHash } from "node:crypto";

import { promptForm } from "../asking/question/prompt.ts";

const HEX_DIGITS = 16;

/**
 * @internal Part of every fingerprint. Raise it with any change of code that changes what models are asked or what scores are
 * made of their answers: a calibration would go on to serve scores that it has never seen. Prompts, shapes of answers and settings
 * change fingerprints by themselves.
 */
export const SCORES_VERSION = 1;

/**
 * @internal Names a method so that the name changes whenever its scores could, also by what all prompts have in common.
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
