import type { ReportData } from "../../../src/shared/view/report-data.ts";
import { embeddedData } from "./embedded-data.ts";
import { httpData } from "./http-data.ts";
import type { PageData } from "./page-data.ts";

/** Data in the file, if it is a report; the local server's data otherwise. */
export async function openPageData(): Promise<PageData> {
  const embedded = document.getElementById("report")?.textContent;
  if (embedded === undefined) return httpData();
  // Written by the same build, so that its shape is not checked again.
  const report: ReportData = JSON.parse(embedded);
  return embeddedData(report);
}
