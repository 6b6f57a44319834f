import Table from "cli-table3";

/** Columns two spaces apart and no frame: it is as legible in a log as on a terminal. */
export function plainTable(head: readonly string[]): Table.Table {
  const none = [
    "top",
    "top-mid",
    "top-left",
    "top-right",
    "bottom",
    "bottom-mid",
    "bottom-left",
    "bottom-right",
  ];
  const gone = [...none, "left", "left-mid", "mid", "mid-mid", "right", "right-mid"];
  return new Table({
    head: [...head],
    colAligns: head.map((_, column) => (column === 0 ? "left" : "right")),
    chars: { ...Object.fromEntries(gone.map((name) => [name, ""])), middle: " " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 1 },
  });
}
