/** Does things of one key one after the other, in the order in which they were asked for. */
export function oneAfterTheOther(): <Value>(key: string, act: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>();
  return (key, act) => {
    const before = last.get(key) ?? Promise.resolve();
    // Whether the one before has failed is not this one's matter.
    const now = before.then(act, act);
    const ended = settled(now).finally(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    last.set(key, ended);
    return now;
  };
}

async function settled(act: Promise<unknown>): Promise<void> {
  await Promise.allSettled([act]);
}
