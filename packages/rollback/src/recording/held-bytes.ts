/** Bytes that V8 takes on a 64-bit machine for the head of a text or an object, and for one property or element. */
const HEAD = 24;
const SLOT = 8;

/**
 * @internal About how many bytes of the heap plain data take. What is shared with others counts in full, but for the names
 * of properties.
 *
 * @param value texts, numbers, arrays, objects, binary data; without getters
 */
export function heldBytes(value: unknown): number {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === "string") bytes += textBytes(part);
    if (typeof part !== "object" || part === null || seen.has(part)) continue;
    seen.add(part);
    bytes += HEAD;
    if (ArrayBuffer.isView(part)) bytes += part.byteLength;
    else
      for (const held of Object.values(part)) {
        bytes += SLOT;
        open.push(held);
      }
  }
  return bytes;
}

/** @internal Whether V8 needs two bytes for each character of a text. */
export const isWide = (text: string): boolean => /[^\0-\u00FF]/.test(text);

/** @internal About how many bytes a text takes. */
export function textBytes(text: string): number {
  return HEAD + (isWide(text) ? 2 : 1) * text.length;
}
