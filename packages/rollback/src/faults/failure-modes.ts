/** A way in which agents fail, of the fourteen in MAST. */
export interface FailureMode {
  readonly name: FailureModeName;
  /** Its number in MAST: the category, and the place in it. */
  readonly number: string;
  /** Its title in MAST. */
  readonly title: string;
  /** The mistake as an instruction to a language model, in words of our own. */
  readonly instruction: string;
}

/** Name of one of {@link FAILURE_MODES}. */
export type FailureModeName = (typeof TABLE)[number]["name"];

const TABLE = [
  {
    name: "disobey-task",
    number: "1.1",
    title: "Disobey task specification",
    instruction: "Break or leave out one condition that the task states.",
  },
  {
    name: "disobey-role",
    number: "1.2",
    title: "Disobey role specification",
    instruction: "Step out of your role: do what another agent is there for, and leave your own part undone.",
  },
  {
    name: "repeat-step",
    number: "1.3",
    title: "Step repetition",
    instruction: "Give the result of an earlier step once more instead of doing the step that is due.",
  },
  {
    name: "lose-history",
    number: "1.4",
    title: "Loss of conversation history",
    instruction: "Disregard what was established last, and work from values that are out of date.",
  },
  {
    name: "ignore-termination",
    number: "1.5",
    title: "Unaware of termination conditions",
    instruction:
      "Do not recognize that this part is finished: work on, and replace its result by another one.",
  },
  {
    name: "reset-conversation",
    number: "2.1",
    title: "Conversation reset",
    instruction: "Start over from the beginning of the task, as if nothing had been worked out yet.",
  },
  {
    name: "no-clarification",
    number: "2.2",
    title: "Fail to ask for clarification",
    instruction: "Where a value is missing or unclear, do not ask for it: assume one that does not fit.",
  },
  {
    name: "derail",
    number: "2.3",
    title: "Task derailment",
    instruction: "Solve a related problem that nobody has set instead of the one at hand.",
  },
  {
    name: "withhold-information",
    number: "2.4",
    title: "Information withholding",
    instruction: "Keep one value or finding to yourself that the next step needs.",
  },
  {
    name: "ignore-others",
    number: "2.5",
    title: "Ignored other agent's input",
    instruction:
      "Overrule what another agent has contributed although it is right, and use a value of yours.",
  },
  {
    name: "mismatch-reasoning-action",
    number: "2.6",
    title: "Reasoning-action mismatch",
    instruction: "Reason correctly, then state or do something other than what the reasoning arrives at.",
  },
  {
    name: "stop-early",
    number: "3.1",
    title: "Premature termination",
    instruction: "Present a final result although parts of the task are still open.",
  },
  {
    name: "skip-verification",
    number: "3.2",
    title: "No or incomplete verification",
    instruction: "Do not check anything: approve what is there, and pass on a value that is wrong.",
  },
  {
    name: "verify-wrongly",
    number: "3.3",
    title: "Incorrect verification",
    instruction:
      "Check the work and come to the wrong verdict: approve what is wrong, or reject what is right.",
  },
] as const;

/**
 * The failure modes of multi-agent systems that MAST found in traces, in its order.
 *
 * @see arXiv:2503.13657
 */
export const FAILURE_MODES: readonly FailureMode[] = TABLE;
