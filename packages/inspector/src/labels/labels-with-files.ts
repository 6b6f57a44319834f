import type { Label, LabelStore } from "../shared/labels/label.ts";
import type { ThreadSource } from "../source/thread-source.ts";

/** The labels of a store, behind those that the source's own files hold. Only the store is written to. */
export function labelsWithFiles<Store extends Pick<LabelStore, "list">>(
  store: Store,
  { labels = [] }: Pick<ThreadSource, "labels">,
): Store {
  return {
    ...store,
    list: async (): Promise<readonly Label[]> => [...labels, ...(await store.list())],
  };
}
