import type { PageData } from "./page-data.ts";
import { hrefOf } from "../routing/route.ts";

/** Goes to the thread of a report that has but one, unless the address names a place: nobody wants a list of one. */
export async function openOnlyThread(data: PageData): Promise<void> {
  if (data.kind !== "report" || globalThis.location.hash !== "") return;
  const [only, ...others] = (await data.threads({ from: 0, count: 2 })).threads;
  if (only === undefined || others.length > 0) return;
  globalThis.location.replace(hrefOf({ page: "thread", thread: only.id }));
}
