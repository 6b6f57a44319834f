import type { Trajectory } from "@langgraph-rollback/trajectory";

const LONG = 100_000;

const HOSTILE_TEXTS: readonly string[] = [
  "",
  "\ud800 \udfff \u0000 \u2028 \u202e",
  "__proto__ constructor toString hasOwnProperty",
  "(".repeat(LONG),
  "1,".repeat(LONG),
  "1+".repeat(LONG),
  "9".repeat(LONG),
  "= ".repeat(LONG),
  "a".repeat(LONG),
  "-".repeat(LONG),
];

/** Trajectories that are legal and unpleasant: one step, a thousand steps, no text, and text made to trip parsers. */
export function hostileTrajectories(): readonly Trajectory[] {
  return [
    trajectory("one-step", ["alone"]),
    trajectory("no-text", ["", "", ""]),
    trajectory(
      "equal-steps",
      Array.from({ length: 5 }, () => "the same"),
    ),
    trajectory(
      "thousand-steps",
      Array.from({ length: 1000 }, (_, index) => `step ${index} = ${index % 7} + 1`),
    ),
    trajectory("hostile-text", HOSTILE_TEXTS),
  ];
}

function trajectory(id: string, contents: readonly string[]): Trajectory {
  return {
    id,
    task: contents[0] ?? "",
    steps: contents.map((content, index) => ({ index, agent: "a", content })),
  };
}
