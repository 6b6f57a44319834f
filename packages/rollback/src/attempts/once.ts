/** @internal Does something when it is first asked for, and gives the same result from then on. What failed is tried again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return async () => {
    const own = (result ??= work());
    try {
      return await own;
    } catch (error) {
      if (result === own) result = undefined;
      throw error;
    }
  };
}
