import {
  BaseStore,
  InMemoryStore,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";

/** More items than a search or a listing of namespaces gives at once. */
const ALL = 1_000_000;

/**
 * @internal A memory store over another one, which it only reads: what a replay remembers is gone with it.
 *
 * Items that were put here come first in a search, without a score: only the store below ranks by meaning.
 */
export class OverlayStore extends BaseStore {
  readonly #inner: BaseStore;
  readonly #own = new InMemoryStore();
  /** Items that were put or deleted here. */
  readonly #touched = new Set<string>();

  constructor(inner: BaseStore) {
    super();
    this.#inner = inner;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>>;
  override async batch(operations: readonly Operation[]): Promise<readonly unknown[]> {
    const results: unknown[] = [];
    for (const operation of operations) results.push(await this.#one(operation));
    return results;
  }

  async #one(operation: Operation): Promise<unknown> {
    if ("value" in operation) {
      const { namespace, key, value } = operation;
      this.#touched.add(placeOf({ namespace, key }));
      return value === null ? this.#own.delete(namespace, key) : this.#own.put(namespace, key, value);
    }
    if ("key" in operation) {
      const { namespace, key } = operation;
      const source = this.#touched.has(placeOf({ namespace, key })) ? this.#own : this.#inner;
      return source.get(namespace, key);
    }
    return "namespacePrefix" in operation ? this.#search(operation) : this.#namespaces(operation);
  }

  async #search({ namespacePrefix, filter, query, limit = 10, offset = 0 }: SearchOperation) {
    const asked = filter === undefined ? {} : { filter };
    const own = await this.#own.search(namespacePrefix, { ...asked, limit: ALL });
    const below: SearchItem[] = await this.#inner.search(namespacePrefix, {
      ...asked,
      ...(query === undefined ? {} : { query }),
      limit: offset + limit + this.#touched.size,
    });
    const kept = below.filter((item) => !this.#touched.has(placeOf(item)));
    return [...own, ...kept].slice(offset, offset + limit);
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation) {
    const path = (type: "prefix" | "suffix"): { [Type in typeof type]?: string[] } => {
      const given = matchConditions.find(({ matchType }) => matchType === type)?.path;
      return given === undefined ? {} : { [type]: given };
    };
    const asked = {
      ...path("prefix"),
      ...path("suffix"),
      ...(maxDepth === undefined ? {} : { maxDepth }),
      limit: ALL,
    };
    const both = [await this.#own.listNamespaces(asked), await this.#inner.listNamespaces(asked)].flat();
    const distinct = new Map(both.map((namespace) => [JSON.stringify(namespace), namespace]));
    return [...distinct.values()].slice(offset, offset + limit);
  }
}

const placeOf = ({ namespace, key }: Pick<Item, "namespace" | "key">): string =>
  JSON.stringify([namespace, key]);
