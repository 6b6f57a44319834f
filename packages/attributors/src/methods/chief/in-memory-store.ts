import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { cosineSimilarity } from "@langchain/core/utils/math";
import { VectorStore } from "@langchain/core/vectorstores";

/** Keeps vectors in memory and finds the nearest by their cosine; a class, as LangChain asks for one. */
export class InMemoryStore extends VectorStore {
  readonly #vectors: number[][] = [];
  readonly #documents: DocumentInterface[] = [];

  constructor(embeddings: EmbeddingsInterface) {
    super(embeddings, {});
  }

  override _vectorstoreType(): string {
    return "langgraph-rollback-memory";
  }

  override async addDocuments(documents: DocumentInterface[]): Promise<void> {
    const texts = documents.map(({ pageContent }) => pageContent);
    await this.addVectors(await this.embeddings.embedDocuments(texts), documents);
  }

  override addVectors(vectors: number[][], documents: DocumentInterface[]): Promise<void> {
    for (const each of vectors) this.#vectors.push(each);
    for (const each of documents) this.#documents.push(each);
    return Promise.resolve();
  }

  /** @returns the nearest first; of equally near ones the one that was added first */
  override similaritySearchVectorWithScore(
    query: number[],
    k: number,
  ): Promise<[DocumentInterface, number][]> {
    const [nearness = []] = this.#vectors.length === 0 ? [] : cosineSimilarity([query], this.#vectors);
    const found = this.#documents.map((document, index): [DocumentInterface, number] => [
      document,
      nearness[index] ?? 0,
    ]);
    return Promise.resolve(found.toSorted(([, one], [, other]) => other - one).slice(0, k));
  }
}

/** @internal A store that holds some texts. */
export async function storeOf(
  texts: readonly string[],
  embeddings: EmbeddingsInterface,
): Promise<InMemoryStore> {
  const store = new InMemoryStore(embeddings);
  await store.addDocuments(texts.map((pageContent) => new Document({ pageContent })));
  return store;
}
