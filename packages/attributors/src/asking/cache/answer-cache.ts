/**
 * Stores answers: the same question costs nothing again. LangChain's caches (`InMemoryCache`, Redis, …) are such caches as they are; `fileCache`
 * stores answers in a file.
 */
export interface AnswerCache {
  /** @param prompt the question; `llmKey` is the model with its settings and the answer's shape */
  lookup(prompt: string, llmKey: string): Promise<readonly { readonly text: string }[] | null>;
  update(prompt: string, llmKey: string, value: { text: string }[]): Promise<void>;
}
