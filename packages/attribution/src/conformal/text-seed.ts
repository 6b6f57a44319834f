/** A seed that a text decides: a whole number in [0, 2^32), by FNV-1a over UTF-16 code units. */
export function textSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
