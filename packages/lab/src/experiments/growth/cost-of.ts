import { median } from "./median.ts";

/** Clock that measures time: the processor's where all work is done in this process, the wall's where a database does some of it. */
export type Clock = "processor" | "wall";

/** A call alone may be short beside the clock's tick, and one in so many meets the garbage collector. */
const BATCHES = 5;

/** Milliseconds of one of so many calls: the median of up to five batches of them. */
export async function costOfEach(
  clock: Clock,
  calls: number,
  work: (call: number) => Promise<unknown>,
): Promise<number> {
  const batches = Math.min(BATCHES, calls);
  const costs: number[] = [];
  for (let batch = 0, call = 0; batch < batches; batch += 1) {
    const [first, end] = [call, Math.floor(((batch + 1) * calls) / batches)];
    const start = now(clock);
    for (; call < end; call += 1) await work(call);
    costs.push((now(clock) - start) / (end - first));
  }
  return median(costs);
}

function now(clock: Clock): number {
  if (clock === "wall") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
