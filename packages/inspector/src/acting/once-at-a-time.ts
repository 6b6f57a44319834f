/** Does the same thing once at a time: a call during it is given its result. */
export function onceAtATime<Value>(): (key: string, act: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>();
  return (key, act) => {
    const before = underWay.get(key);
    if (before !== undefined) return before;
    const now = act().finally(() => underWay.delete(key));
    underWay.set(key, now);
    return now;
  };
}
