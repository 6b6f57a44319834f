/**
 * Keeps answers, so that asking the same again costs nothing. LangChain's caches (`InMemoryCache`, Redis, …) are such
 * caches as they are; `fileCache` keeps answers in a file.
 */
export interface AnswerCache {
  /** @param prompt what was asked; `llmKey` is the model with its settings and the answer's shape */
  lookup(prompt: string, llmKey: string): Promise<readonly { readonly text: string }[] | null>;
  update(prompt: string, llmKey: string, value: { text: string }[]): Promise<void>;
}
