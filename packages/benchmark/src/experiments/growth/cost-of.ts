/** What time is measured in: the processor's where all work is done in this process, the wall's where a database does some of it. */
export type Clock = "processor" | "wall";

/** Milliseconds that some work takes, all of it together. */
export async function costOf(clock: Clock, work: () => Promise<unknown>): Promise<number> {
  const start = now(clock);
  await work();
  return now(clock) - start;
}

/** Milliseconds of one of so many calls of the same work: one call alone would be short beside the clock's tick. */
export const costOfEach = async (
  clock: Clock,
  calls: number,
  work: (call: number) => Promise<unknown>,
): Promise<number> =>
  (await costOf(clock, async () => {
    for (let call = 0; call < calls; call += 1) await work(call);
  })) / calls;

function now(clock: Clock): number {
  if (clock === "wall") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
