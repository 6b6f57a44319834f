/** Findings of methods that ask language models about an attempt. All text is untrusted. */
export interface FindingsView {
  readonly findings: readonly FindingView[];
  /** Number of those not shown, as they are of another number of steps. */
  readonly unfit: number;
}

/** Finding of one method about an attempt. Steps count from 0. */
export interface FindingView {
  readonly method: string;
  /** Whether it was told the right answer. */
  readonly withTruth: boolean;
  /** From 1; more than 1 where methods judged several times. */
  readonly run: number;
  /** The step and the agent that it blames; absent where it blames none. */
  readonly step?: number | undefined;
  readonly agent?: string | undefined;
  readonly reason?: string | undefined;
  /** Of each step, in [0, 1]; null where the model gave no usable answer. */
  readonly scores: readonly (number | null)[];
  /** Of each step, for methods that ask about each. */
  readonly reasons?: readonly (string | null)[] | undefined;
  readonly usage: FindingUsage;
  /** Faults of single answers, as sentences. */
  readonly problems: readonly string[];
  /** Of RAFFLES. */
  readonly rounds?: readonly RoundView[] | undefined;
  /** Of ECHO. */
  readonly panel?: PanelView | undefined;
  /** Of CHIEF. */
  readonly graph?: CausalGraphView | undefined;
  /** Of CHIEF: origins of the deviations, the blamed step first. */
  readonly origins?: readonly OriginView[] | undefined;
}

/** Calls, tokens and time of a finding. */
export interface FindingUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Milliseconds, summed over calls; absent in a replay. */
  readonly latency?: number | undefined;
  /** In the price's currency; absent without a price. */
  readonly cost?: number | undefined;
}

/** A proposal of RAFFLES' judge, and what its evaluators said of it. */
export interface RoundView {
  /** Absent where the judge gave no usable answer. */
  readonly candidate?: CandidateView | undefined;
  readonly opinions: readonly OpinionView[];
  /** Sum of the opinions' confidences. */
  readonly confidence: number;
}

/** A proposal; without a step, that there is no fault. */
export interface CandidateView {
  readonly step?: number | undefined;
  readonly agent?: string | undefined;
  /** The judge's argument for each criterion, by the criterion's name. */
  readonly rationales: Readonly<Record<string, string>>;
}

/** An evaluator's opinion of a proposal. */
export interface OpinionView {
  readonly criterion: string;
  /** Up to 100; absent where there was no usable answer, which counts as 0. */
  readonly confidence?: number | undefined;
  readonly reason: string;
}

/** The votes of ECHO's panel, and how far it agrees. */
export interface PanelView {
  readonly mode: "unified" | "decoupled";
  readonly votes: readonly VoteView[];
  /** Shares of the counted votes' weight, in [0, 1]. */
  readonly agreement: { readonly agent: number; readonly step: number };
  readonly disagreement: {
    /** The widest gap between confidences. */
    readonly spread: number;
    readonly consistent: boolean;
    readonly conflicting: boolean;
    readonly review: boolean;
  };
  readonly alternatives: readonly AlternativeView[];
}

/** An analyst's vote. */
export interface VoteView {
  readonly role: string;
  /** Question that it answers: the agent, the step, or both at once. */
  readonly subject: "agent" | "step" | "both";
  readonly agents: readonly string[];
  readonly step?: number | undefined;
  /** In [0, 1]. */
  readonly confidence: number;
  readonly reason: string;
  readonly counted: boolean;
}

/** A conclusion that did not win. */
export interface AlternativeView {
  readonly agents: readonly string[];
  readonly step?: number | undefined;
  /** In [0, 1]. */
  readonly weight: number;
  readonly roles: readonly string[];
  readonly reason: string;
}

/** CHIEF's causes and effects at three levels: subtasks, agents in them, steps. */
export interface CausalGraphView {
  readonly subtasks: readonly SubtaskView[];
  readonly agents: readonly AgentNodeView[];
  /** From one subtask to a later one, by their places. */
  readonly subtaskEdges: readonly (EdgeView & { readonly from: number; readonly to: number })[];
  /** Between two agents of a subtask. */
  readonly agentEdges: readonly (EdgeView & {
    readonly subtask: number;
    readonly from: string;
    readonly to: string;
  })[];
  /** Data that one step gave and a later one used. */
  readonly stepEdges: readonly {
    readonly from: number;
    readonly to: number;
    readonly output: string;
    readonly input: string;
  }[];
}

/** Meaning of an edge. */
export interface EdgeView {
  readonly type: string;
  /** If the one goes wrong like `bias`, the other shows it like `anomaly`. */
  readonly patterns: readonly { readonly bias: string; readonly anomaly: string }[];
}

/** A phase of the run. */
export interface SubtaskView {
  readonly name: string;
  readonly goal: string;
  readonly start: number;
  readonly end: number;
  /** Its right form. */
  readonly oracle: { readonly goal: string; readonly acceptance: readonly string[] };
}

/** An agent within a subtask. */
export interface AgentNodeView {
  /** Place of the subtask. */
  readonly subtask: number;
  readonly agent: string;
  readonly steps: readonly number[];
  /** Its observation, thought and act, and what came of it; absent where the model did not say. */
  readonly otar?:
    | {
        readonly observation: string;
        readonly thought: string;
        readonly action: string;
        readonly result: string;
      }
    | undefined;
}

/** A step that deviations were traced to. */
export interface OriginView {
  readonly step: number;
  readonly stage: "local" | "planning-control" | "data-flow";
  readonly explains: readonly number[];
  /** Whether a later step put it right. */
  readonly reversible: boolean;
  /** Probability that the run had succeeded with this step right, as the model says. */
  readonly rescue: number;
}
