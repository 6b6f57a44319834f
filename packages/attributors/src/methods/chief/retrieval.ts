import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { VectorStoreInterface } from "@langchain/core/vectorstores";
import { redactValue } from "@langgraph-rollback/attribution";

import type { JudgeOptions } from "../../asking/judge-options.ts";
import { DEFAULT_TIMEOUT, withDeadline } from "../../asking/model/deadline.ts";
import { checkWhole } from "../../finding/check-whole.ts";
import { storeOf } from "./in-memory-store.ts";
import { patternText, TASK_PATTERNS } from "./knowledge-base.ts";

/** @internal As in the paper. */
export const DEFAULT_EXAMPLES = 2;

/** Sources in which CHIEF looks for examples of how tasks like this one are cut into subtasks. */
export interface RetrievalOptions {
  /** How many examples to show. Default 2, as in the paper; 0 shows none. */
  readonly examples?: number;
  /** Search the built-in patterns by meaning. Default: by the words that they share with the task. Sees the task only. */
  readonly embeddings?: EmbeddingsInterface;
  /**
   * Search here instead of in the built-in patterns; its texts are shown as they are, as untrusted ones. The fingerprint
   * does not tell one store from another: calibrate anew when its contents change.
   */
  readonly knowledge?: Pick<VectorStoreInterface, "similaritySearch">;
}

/** @internal Examples, or none and why. */
export interface Retrieved {
  readonly texts: readonly string[];
  readonly problem?: string;
}

/** @internal Finds examples for a task. */
export interface Retrieval {
  retrieve(task: string, signal?: AbortSignal): Promise<Retrieved>;
  /** Examples without calling anything, found by their words: what estimates count. */
  byWords(task: string): readonly string[];
}

/**
 * @internal The vectors of the built-in patterns are made once, at the first use.
 *
 * @throws {RangeError} if `examples` is no whole number >= 0
 */
export function retrievalOf({
  examples = DEFAULT_EXAMPLES,
  embeddings,
  knowledge,
  redact,
  timeout = DEFAULT_TIMEOUT,
}: RetrievalOptions & Pick<JudgeOptions, "redact" | "timeout">): Retrieval {
  checkWhole("examples", examples, 0);
  const patterns = TASK_PATTERNS.map(patternText);
  const byWords = (task: string): readonly string[] => nearestByWords(patterns, task, examples);
  let built: ReturnType<typeof storeOf> | undefined;
  const search = async (task: string): Promise<readonly string[]> => {
    const asked = redact === undefined ? task : redactValue(task, redact);
    if (knowledge !== undefined) {
      // One more than requested, as the task itself may be among them.
      const found = await knowledge.similaritySearch(asked, examples + 1);
      const others = found.filter(({ pageContent }) => task === "" || !pageContent.includes(task));
      return others.slice(0, examples).map(({ pageContent }) => pageContent);
    }
    if (embeddings === undefined) return byWords(task);
    built ??= storeOf(patterns, embeddings);
    const found = await (await built).similaritySearch(asked, examples);
    return found.map(({ pageContent }) => pageContent);
  };
  return {
    byWords,
    retrieve: async (task, signal) => {
      if (examples === 0) return { texts: [] };
      signal?.throwIfAborted();
      try {
        // LangChain's embeddings take no signal.
        return { texts: await withDeadline(timeout, signal, () => search(task)) };
      } catch (error) {
        signal?.throwIfAborted();
        // Those that failed, or hang, are no use to the next one.
        built = undefined;
        return {
          texts: byWords(task),
          problem: `Examples could not be searched by meaning: ${String(error)}`,
        };
      }
    },
  };
}

/** By the words that they share, rare words counting more; of equals the first. */
function nearestByWords(texts: readonly string[], task: string, count: number): readonly string[] {
  const words = texts.map((text) => wordsOf(text));
  const asked = wordsOf(task);
  const weight = (word: string): number => 1 / (1 + words.filter((has) => has.has(word)).length);
  const nearness = words.map((has) => {
    const shared = [...has].filter((word) => asked.has(word));
    return shared.reduce((total, word) => total + weight(word), 0);
  });
  return texts
    .map((text, index) => ({ text, near: nearness[index] ?? 0 }))
    .toSorted((one, other) => other.near - one.near)
    .slice(0, count)
    .map(({ text }) => text);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{Letter}{3,}/gu) ?? []);
}
