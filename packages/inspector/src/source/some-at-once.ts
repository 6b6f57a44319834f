/**
 * Does work for each of many items, at most so many at a time. After a failure it begins no further one.
 *
 * @returns results in the order of the items
 * @throws what the work throws first
 */
export async function someAtOnce<Item, Value>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const values = new Map<Item, Value>();
  const left = items.values();
  let hasFailed = false;
  const hand = async (): Promise<void> => {
    for (const item of left) {
      if (hasFailed) return;
      try {
        values.set(item, await work(item));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: most }, hand));
  return items.flatMap((item) => values.get(item) ?? []);
}
