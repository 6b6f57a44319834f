/** UUID, name and padding; longer names get a buffer of their own. */
const SIZE = 1024;
const NAMESPACE_SIZE = 16;
const BLOCK = 64;
const ROUNDS = 80;

const encoder = new TextEncoder();
const shared = new Uint8Array(SIZE);
const schedule = new DataView(new ArrayBuffer(4 * ROUNDS));

/**
 * @internal A version 5 UUID, as LangGraph's `uuid5` makes it, in half of the time: recording makes one for every task.
 * Node's own hash is slower than either between a run's other work.
 *
 * @param namespace a UUID
 * @see RFC 9562, section 5.5; RFC 3174
 */
export function uuidFromName(name: string, namespace: string): string {
  const most = NAMESPACE_SIZE + 3 * name.length + BLOCK + 9;
  const bytes = most > SIZE ? new Uint8Array(most) : shared;
  const view = new DataView(bytes.buffer);
  writeUuid(view, namespace);
  const { written } = encoder.encodeInto(name, bytes.subarray(NAMESPACE_SIZE));
  const [a, b, c, d] = sha1(bytes, view, NAMESPACE_SIZE + written);
  const high = hex((b & 0xffff0fff) | 0x5000);
  const low = hex((c & 0x3fffffff) | 0x80000000);
  return `${hex(a)}-${high.slice(0, 4)}-${high.slice(4)}-${low.slice(0, 4)}-${low.slice(4)}${hex(d)}`;
}

function writeUuid(view: DataView, uuid: string): void {
  const digits = uuid.replaceAll("-", "");
  for (let at = 0; at < NAMESPACE_SIZE; at += 4)
    view.setUint32(at, Number.parseInt(digits.slice(2 * at, 2 * at + 8), 16));
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** The first four words of the hash of a buffer's first `length` bytes; what is behind them is overwritten. */
function sha1(bytes: Uint8Array, view: DataView, length: number): readonly [number, number, number, number] {
  const end = Math.ceil((length + 9) / BLOCK) * BLOCK;
  bytes.fill(0, length, end);
  bytes.fill(0x80, length, length + 1);
  view.setUint32(end - 4, 8 * length);
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let block = 0; block < end; block += BLOCK) {
    expand(view, block);
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = (rotated(a, 5) + mixed(round, b, c, d) + e + schedule.getInt32(4 * round)) | 0;
      e = d;
      d = c;
      c = rotated(b, 30);
      b = a;
      a = next;
    }
    h0 = (h0 + a) | 0;
    h1 = (h1 + b) | 0;
    h2 = (h2 + c) | 0;
    h3 = (h3 + d) | 0;
    h4 = (h4 + e) | 0;
  }
  return [h0, h1, h2, h3];
}

/** A block's 16 words, drawn out to one for each round. */
function expand(view: DataView, block: number): void {
  for (let at = 0; at < BLOCK; at += 4) schedule.setInt32(at, view.getInt32(block + at));
  for (let at = BLOCK; at < 4 * ROUNDS; at += 4) {
    const near = schedule.getInt32(at - 12) ^ schedule.getInt32(at - 32);
    const far = schedule.getInt32(at - 56) ^ schedule.getInt32(at - 64);
    schedule.setInt32(at, rotated(near ^ far, 1));
  }
}

function mixed(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}
