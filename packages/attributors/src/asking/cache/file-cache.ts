import { createHash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";

import { z } from "zod";

import type { AnswerCache } from "./answer-cache.ts";

const entry = z.object({ key: z.string(), text: z.string() });

/**
 * Stores answers in a JSON Lines file, one a line. The first answer makes the file. Keys are hashes: the file holds models' answers, which may quote
 * the trace, and no prompts. Lines that cannot be read, as after a crash while writing, are ignored. One process at a time should write.
 */
export function fileCache(path: string): AnswerCache {
  let entries: Promise<Map<string, string>> | undefined;
  let written: Promise<void> = Promise.resolve();
  let gap = "";
  const opened = (): Promise<Map<string, string>> => (entries ??= open());
  const open = async (): Promise<Map<string, string>> => {
    const text = await readIfThere(path);
    // The rest of a line that a crash cut off must not swallow the next one.
    if (text !== "" && !text.endsWith("\n")) gap = "\n";
    return entriesIn(text);
  };
  const append = async (line: string): Promise<void> => {
    await appendFile(path, gap + line);
    gap = "";
  };
  return {
    lookup: async (prompt, llmKey) => {
      const text = (await opened()).get(keyOf(prompt, llmKey));
      return text === undefined ? null : [{ text }];
    },
    update: async (prompt, llmKey, [value]) => {
      if (value === undefined) return;
      const key = keyOf(prompt, llmKey);
      (await opened()).set(key, value.text);
      const line = `${JSON.stringify({ key, text: value.text })}\n`;
      written = written.catch(() => {}).then(() => append(line));
      await written;
    },
  };
}

function keyOf(prompt: string, llmKey: string): string {
  return createHash("sha256")
    .update(JSON.stringify([prompt, llmKey]))
    .digest("hex");
}

function entriesIn(text: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of text.split("\n")) {
    const read = readEntry(line);
    if (read !== undefined) entries.set(read.key, read.text);
  }
  return entries;
}

function readEntry(line: string): z.infer<typeof entry> | undefined {
  try {
    return entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
