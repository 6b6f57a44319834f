/** Values that were read last, at hand as long as they have not changed. */
export interface Remembered<Value> {
  /** Reads anew only where the version has changed. */
  readonly read: (id: string) => Promise<Value>;
  /** The value, if it is at hand and up to date. */
  readonly atHand: (id: string) => Promise<Value | undefined>;
}

/**
 * Remembers what was read last, for a page that asks for the same again and again.
 *
 * @param capacity how many are remembered; the one not asked for for longest is let go
 * @param version  changes with what `read` gives, and costs less
 * @param read     also gets what it gave before, if that is still at hand
 */
export function rememberedBy<Value>(
  capacity: number,
  version: (id: string) => Promise<string>,
  read: (id: string, before: Value | undefined) => Promise<Value>,
): Remembered<Value> {
  const remembered = new Map<string, { readonly version: string; readonly value: Promise<Value> }>();
  return {
    read: async (id) => {
      const now = await version(id);
      const known = remembered.get(id);
      const anew = async (): Promise<Value> => read(id, await known?.value.catch(() => undefined));
      const entry = known?.version === now ? known : { version: now, value: anew() };
      remembered.delete(id);
      remembered.set(id, entry);
      // A thread that could not be read may be there the next time.
      entry.value.catch(() => remembered.get(id) === entry && remembered.delete(id));
      const [oldest] = remembered.keys();
      if (remembered.size > capacity && oldest !== undefined) remembered.delete(oldest);
      return entry.value;
    },
    atHand: async (id) => {
      const known = remembered.get(id);
      if (known === undefined || known.version !== (await version(id))) return undefined;
      // Its reader is told why it could not be read.
      return known.value.catch(() => undefined);
    },
  };
}
