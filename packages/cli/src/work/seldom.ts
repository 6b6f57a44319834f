/** Milliseconds in which the same is not told twice. */
const AGAIN = 60_000;

/** Tells each message at most once a minute. */
export function seldom(
  tell: (message: string) => void,
  now: () => number = () => performance.now(),
): (message: string) => void {
  const told = new Map<string, number>();
  return (message) => {
    const at = now();
    for (const [each, last] of told) if (at - last >= AGAIN) told.delete(each);
    if (told.has(message)) return;
    told.set(message, at);
    tell(message);
  };
}
