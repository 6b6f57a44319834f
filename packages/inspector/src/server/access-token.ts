import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Bytes of a token: 256 bits, so that nobody guesses it. */
const BYTES = 32;

/** Characters that a token given by the caller has at least: 128 bits in base64url. */
const SHORTEST = 22;

/** A fresh secret for one server. */
export function newToken(): string {
  return randomBytes(BYTES).toString("base64url");
}

/**
 * A token that a caller has chosen.
 * @throws {RangeError} if it is short, or would have to be escaped in a URL or a cookie
 */
export function checkToken(token: string): string {
  if (/^[\w-]+$/.test(token) && token.length >= SHORTEST) return token;
  throw new RangeError(
    `Expected \`token\` to be at least ${SHORTEST} letters, digits, "-" or "_", got ${token.length} characters. Leave it out to have one made.`,
  );
}

/** Whether both are the same secret, in a time that says nothing of where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
