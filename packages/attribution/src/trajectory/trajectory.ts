import type { StepLogprobs } from "./step-logprobs.ts";

/** One tool call of a step. */
export interface ToolCall {
  readonly name: string;
  /** Arguments as JSON. Untrusted. */
  readonly args: unknown;
  readonly id?: string;
}

/** An exception that escaped from a step. */
export interface StepError {
  readonly name: string;
  readonly message: string;
}

/** Place in LangGraph where a step ran; absent in traces of other systems. */
export interface StepOrigin {
  readonly node: string;
  readonly taskId: string;
  /** Pregel superstep, from LangGraph's checkpoint metadata; tasks of one superstep share it. */
  readonly superstep: number;
  /** Checkpoint namespace; "" is the outermost graph. */
  readonly namespace: string;
  /** Id of the checkpoint that the step ran from: the rewind point if the step is the first suspect. */
  readonly before: string;
  /** Id of the checkpoint that holds the step's effect; absent when its superstep never finished. */
  readonly after?: string;
}

/** One executed LangGraph task (or one message of a foreign trace). */
export interface Step {
  /** 0-based position in the trajectory. */
  readonly index: number;
  /** Name of the agent that acted, where one is known, otherwise of the node. */
  readonly agent: string;
  /** Whom it addressed: another agent's name. Absent where nothing says so. */
  readonly to?: string;
  /** Its purpose, in the words of its system, such as "thought". Absent where nothing tells it. */
  readonly purpose?: string;
  /** Its output or action, as text. Untrusted: never rendered, run or obeyed. */
  readonly content: string;
  readonly kind?: "user" | "model" | "tool" | "other";
  readonly toolCalls?: readonly ToolCall[];
  /** The model's own log-probabilities of its tokens, in a few numbers. Absent where none were recorded. */
  readonly logprobs?: StepLogprobs;
  readonly error?: StepError;
  /** Start and end in ISO 8601, UTC. */
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly origin?: StepOrigin;
}

/** How a run ended, as its verifier saw it. */
export interface RunOutcome {
  readonly ok: boolean;
  readonly reason?: string;
  /** Fingerprint of the verifier with this verdict, if it has one. Absent if an exception escaped. */
  readonly verifier?: string;
  /** An alarm was raised, or a check after a step failed, and that ended the run: no verifier was asked. `verifier` names the alarm or the check. */
  readonly stoppedEarly?: true;
}

/** Statement about a failed run, by a person, by the planting of a fault or by replays. Scorers never see it. */
export interface DecisiveLabel {
  /**
   * Index of the decisive step: the earliest one whose error the run could not recover from. By the convention `last-recovering-start` it is the last
   * start from which a replay was accepted.
   */
  readonly decisiveStep: number;
  /** Present where a label by replay is a range: the last recovering start is `decisiveStep`, this step or one between them. */
  readonly lastPossibleStep?: number;
  /** Present of labels by replay, which are never mixed with others. Absent: the label names the first mistake. */
  readonly convention?: "last-recovering-start";
  /** Further decisive steps, ascending, all after `decisiveStep`, where the label names more than one. */
  readonly furtherDecisiveSteps?: readonly number[];
  /** The failure was planted into a run that had succeeded, at a step drawn evenly. */
  readonly planted?: true;
  readonly decisiveAgent?: string;
  readonly reason?: string;
}

/** One recorded run (of one attempt), as an ordered list of steps. */
export interface Trajectory {
  readonly id: string;
  /** The agent's task, as text. Untrusted. */
  readonly task: string;
  /** System prompts of agents, by name. Absent where nobody recorded them. Untrusted. */
  readonly instructions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly outcome?: RunOutcome;
  readonly label?: DecisiveLabel;
  /** Which exchangeable population it belongs to (agent system, data set), fixed before the label is known. */
  readonly group?: string;
}

/** A failed trajectory for which replays found no start: it calibrates as a miss of every set, and no scorer is fitted on it. */
export interface MissedTrajectory extends Trajectory {
  /** `unrecovered`: no replay was accepted, whatever its start. `inconclusive`: replays came to no verdict, or contradict each other. */
  readonly missed: "unrecovered" | "inconclusive";
}

/** A failed trajectory whose decisive step is known: what scorers are fitted and calibrated on. */
export interface LabelledTrajectory extends Trajectory {
  readonly label: DecisiveLabel;
}
