import type { Route } from "../routing/route.ts";

/** Action of a key, for the list of keys. */
export interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
}

/** The keys of one page, or of all. */
export interface KeyGroup {
  readonly title: string;
  readonly pages: readonly Route["page"][] | "all";
  readonly keys: readonly KeyHelp[];
}

const MAP: readonly KeyGroup[] = [
  {
    title: "Threads",
    pages: ["threads"],
    keys: [
      { keys: ["j", "k"], does: "next and previous thread" },
      { keys: ["Enter"], does: "open the thread" },
      { keys: ["/"], does: "search" },
      { keys: ["r"], does: "read the threads again" },
    ],
  },
  {
    title: "Thread",
    pages: ["thread"],
    keys: [
      { keys: ["j", "k", "↓", "↑"], does: "next and previous step" },
      { keys: ["PageDown", "PageUp"], does: "ten steps on and back" },
      { keys: ["Home", "End"], does: "first and last step" },
      { keys: ["[", "]"], does: "previous and next attempt" },
      { keys: ["1", "…", "6"], does: "a tab of the step" },
      { keys: ["c"], does: "compare attempts" },
      { keys: ["l"], does: "label the attempt" },
    ],
  },
  {
    title: "Compare",
    pages: ["compare"],
    keys: [
      { keys: ["n", "p"], does: "next and previous difference" },
      { keys: ["j", "k"], does: "next and previous row" },
      { keys: ["o"], does: "open and close the row" },
    ],
  },
  {
    title: "Label: decisive steps",
    pages: ["label"],
    keys: [
      { keys: ["j", "k", "↓", "↑"], does: "next and previous step" },
      { keys: ["1", "…", "9"], does: "the step of that number; 1 and 2 are step 12" },
      { keys: ["Home", "End"], does: "first and last step" },
      { keys: ["d", "Enter"], does: "this step is decisive" },
      { keys: ["a"], does: "mark this step as one among several decisive steps; d labels them together" },
      { keys: ["x"], does: "not this step" },
      { keys: ["n"], does: "no step is at fault" },
      { keys: ["m"], does: "maybe: cannot tell, skip it" },
      { keys: ["u"], does: "take the last label back" },
      { keys: ["r"], does: "write down the reason" },
      { keys: ["[", "]"], does: "previous and next attempt in the queue" },
    ],
  },
  {
    title: "Label: right or wrong",
    pages: ["label"],
    keys: [
      { keys: ["r"], does: "the run is right" },
      { keys: ["w"], does: "the run is wrong" },
      { keys: ["m"], does: "maybe: the run may be right or wrong" },
      { keys: ["e"], does: "explain: write down the reason" },
    ],
  },
  {
    title: "Everywhere",
    pages: "all",
    keys: [
      { keys: ["?"], does: "these keys" },
      { keys: ["Esc"], does: "close this" },
    ],
  },
];

/** The keys that work on a page, its own first. */
export function keysOf(page: Route["page"]): readonly KeyGroup[] {
  return MAP.filter(({ pages }) => pages === "all" || pages.includes(page));
}
