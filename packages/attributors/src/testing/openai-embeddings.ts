import { z } from "zod";

const embeddingsRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string())]),
  encoding_format: z.string().optional(),
});

/** @internal A body of embeddings, as numbers or in base64, as the request wants them. */
export function embeddingsBody(body: unknown, embed: (text: string) => readonly number[]): object {
  const { model, input, encoding_format } = embeddingsRequest.parse(body);
  const texts = typeof input === "string" ? [input] : input;
  const data = texts.map((text, index) => {
    const numbers = embed(text);
    const embedding = encoding_format === "base64" ? base64(numbers) : numbers;
    return { object: "embedding", index, embedding };
  });
  return { object: "list", model, data, usage: { prompt_tokens: 0, total_tokens: 0 } };
}

/**
 * @internal Counts words by a hash of them, so that texts with words in common lie close together.
 *
 * @returns shape [64], of length 1, or zeros for a text without words
 */
export function hashedWords(text: string): readonly number[] {
  const counts = Array.from({ length: 64 }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const slot =
      Array.from(word).reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7) % 64;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  const norm = Math.hypot(...counts);
  return norm === 0 ? counts : counts.map((count) => count / norm);
}

function base64(numbers: readonly number[]): string {
  return Buffer.from(new Float32Array(numbers).buffer).toString("base64");
}
