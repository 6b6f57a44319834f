import { httpData } from "./http-data.ts";
import type { PageData } from "./page-data.ts";

/** The local server's data. */
export async function openPageData(): Promise<PageData> {
  return httpData();
}
