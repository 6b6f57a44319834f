import Table from "cli-table3";
import type { Share } from "./share.ts";

/** Without colours of its own, so that it is the same everywhere. */
export function plainTable(head: string[], colAligns: ("left" | "right")[]): Table.Table {
  return new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
}

export function percent({ share }: Share): string {
  return share === null ? "-" : `${inHundred(share)} %`;
}

/** A share as points of a hundred. */
export function inHundred(share: number | null): string {
  return share === null ? "-" : (share * 100).toFixed(1);
}
