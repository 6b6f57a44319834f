/** @internal Does something at the first call, and returns the same result from then on. A failure is tried again. */
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
