import { createHash } from "node:crypto";

const HEX_DIGITS = 16;

/**
 * @internal Names a method so that the name changes whenever its scores could.
 *
 * @param version constant texts and settings of the method, as JSON
 * @param models  ids of the judges that it asks
 * @returns "step-by-step-0123456789abcdef/<model>"
 */
export function methodFingerprint(name: string, version: unknown, ...models: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(version)).digest("hex").slice(0, HEX_DIGITS);
  return [`${name}-${digest}`, ...models].join("/");
}
