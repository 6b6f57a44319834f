import type { Trajectory } from "@langgraph-rollback/trajectory";

const hostileTexts = (longest: number): readonly string[] => [
  "",
  "\ud800 \udfff \u0000 \u2028 \u202e",
  "__proto__ constructor toString hasOwnProperty",
  "(".repeat(longest),
  "1,".repeat(longest),
  "1+".repeat(longest),
  "9".repeat(longest),
  "= ".repeat(longest),
  "a".repeat(longest),
  "-".repeat(longest),
];

/**
 * Trajectories that are legal and unpleasant: one step, a thousand steps, no text, and text made to trip parsers.
 *
 * @param longest how often a hostile pattern is repeated; default 100,000
 */
export function hostileTrajectories(longest = 100_000): readonly Trajectory[] {
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
    trajectory("hostile-text", hostileTexts(longest)),
  ];
}

function trajectory(id: string, contents: readonly string[]): Trajectory {
  return {
    id,
    task: contents[0] ?? "",
    steps: contents.map((content, index) => ({ index, agent: "a", content })),
  };
}
