import type { Trajectory } from "../trajectory/index.ts";

const SHORT_TEXTS = [
  "",
  "\ud800 \udfff \u0000 \u2028 \u202e",
  "__proto__ constructor toString hasOwnProperty",
];
const REPEATED = ["(", "1,", "1+", "9", "= ", "a", "-"];

/**
 * Trajectories that are legal and unpleasant: one step, a thousand steps, no text, and text made to trip parsers.
 *
 * @param repeats how often each of the texts made for that says its characters
 */
export function hostileTrajectories(repeats = 100_000): readonly Trajectory[] {
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
    trajectory("hostile-text", [...SHORT_TEXTS, ...REPEATED.map((text) => text.repeat(repeats))]),
  ];
}

function trajectory(id: string, contents: readonly string[]): Trajectory {
  return {
    id,
    task: contents[0] ?? "",
    steps: contents.map((content, index) => ({ index, agent: "a", content })),
  };
}
