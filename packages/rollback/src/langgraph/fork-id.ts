import { uuid6 } from "@langchain/langgraph-checkpoint";

/** @internal A fresh checkpoint id that sorts after all ids made before. */
export function newForkId(): string {
  return uuid6(0);
}

/**
 * @internal A fresh checkpoint id that sorts right before an id, after all that were made before that one.
 *
 * @param id version 6: its first 60 bits but for the version are a time in units of 100 ns
 */
export function newIdBefore(id: string): string {
  const [high = "", middle = "", low = ""] = id.split("-");
  const time = (BigInt(`0x${high}${middle}${low.slice(1)}`) - 1n).toString(16).padStart(15, "0");
  const [, , , sequence, node] = newForkId().split("-");
  return [time.slice(0, 8), time.slice(8, 12), `6${time.slice(12)}`, sequence, node].join("-");
}
