import type { IncomingMessage } from "node:http";

import { RequestRefused } from "./request-refused.ts";

/** Bytes of a request's body: a label with a long reason is a fifth of it. */
const MOST_BYTES = 64 * 1024;

/**
 * The text of a request's body, whether its length was told or it comes in chunks. No more of it is read than a label needs.
 *
 * @throws {RequestRefused} if it is too large, if it ends too early, and if it is not UTF-8
 */
export async function readText(incoming: IncomingMessage): Promise<string> {
  if (Number(incoming.headers["content-length"] ?? 0) > MOST_BYTES) throw tooLarge();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [bytes, text] = [0, ""];
  for await (const chunk of chunksOf(incoming)) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw tooLarge();
    text += decoded(() => decoder.decode(chunk, { stream: true }));
  }
  return text + decoded(() => decoder.decode());
}

/** Does not close the connection when the reader has had enough: the answer is still to be sent over it. */
async function* chunksOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }))
      if (chunk instanceof Uint8Array) yield chunk;
  } catch {
    throw new RequestRefused("BAD_REQUEST", "The body ended too early, or its chunks are none.");
  }
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new RequestRefused("BAD_REQUEST", "The body is not UTF-8.");
  }
}

function tooLarge(): RequestRefused {
  return new RequestRefused("BODY_TOO_LARGE", `Send no more than ${MOST_BYTES} bytes.`);
}
