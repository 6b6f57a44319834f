/** Version of OpenTelemetry's semantic conventions that the names are of, as `@opentelemetry/semantic-conventions` counts it. */
export const CONVENTIONS = "1.45.0";

/** Name of tracer, meter and scope. */
export const SCOPE = "langgraph-rollback";

/** Values of `gen_ai.operation.name`. A step has none: no operation of the conventions is a task of a graph. */
export const OPERATIONS = { call: "invoke_workflow", attempt: "invoke_agent" } as const;

/** Names of the spans: of a call of the graph with rollback, of an attempt in it, and of a step in that. */
export const SPAN_NAMES = {
  call: (graph: string): string => `${OPERATIONS.call} ${graph}`,
  attempt: (graph: string): string => `${OPERATIONS.attempt} ${graph}`,
  step: (node: string): string => `step ${node}`,
} as const;

/** Names of the events on spans. */
export const EVENT_NAMES = {
  /** On an attempt: its verdict. On a step: its score. */
  evaluation: "gen_ai.evaluation.result",
  /** On an attempt: an effect, done by it or with another standing than before. */
  effect: "langgraph_rollback.effect",
  /** On an attempt: it is rolled back. */
  rolledBack: "langgraph_rollback.rolled_back",
  /** On an attempt: its alarm was raised, whether or not that could stop it. */
  alarm: "langgraph_rollback.alarm",
  /** On an attempt: an alarm or a check stopped it before its end, and no verifier was asked. */
  stoppedEarly: "langgraph_rollback.stopped_early",
  /** On an attempt: it waits for a human. */
  paused: "langgraph_rollback.paused",
  /** On an attempt: something went wrong in the rollback itself. */
  problem: "langgraph_rollback.problem",
} as const;

/** Values of `gen_ai.evaluation.name`. */
export const EVALUATIONS = { verdict: "verify", step: "suspicion" } as const;

/** Reasons of links. */
export const LINKS = {
  /** To the call that took the same run, or the same attempt, before. */
  previousCall: "previous-call",
  /** From a retry to the attempt that it was made of. */
  previousAttempt: "previous-attempt",
  /** From a retry to the step that it went back to. */
  rewoundTo: "rewound-to",
} as const;

/** All metrics: counters, but for durations, which are histograms in seconds. */
export const METRICS = {
  runs: { name: "langgraph_rollback.runs", unit: "{run}", description: "Runs that ended, by status" },
  attempts: {
    name: "langgraph_rollback.attempts",
    unit: "{attempt}",
    description: "Attempts that were decided",
  },
  rollbacks: {
    name: "langgraph_rollback.rollbacks",
    unit: "{rollback}",
    description: "Rollbacks, by policy and by the kind of failure",
  },
  recovered: {
    name: "langgraph_rollback.recovered",
    unit: "{run}",
    description: "Runs that a rollback saved",
  },
  gaveUp: {
    name: "langgraph_rollback.gave_up",
    unit: "{run}",
    description: "Runs that were given up, by what stopped them",
  },
  stepsRedone: {
    name: "langgraph_rollback.steps_redone",
    unit: "{step}",
    description: "Steps of attempts that rollbacks undid",
  },
  tokensRedone: {
    name: "langgraph_rollback.tokens_redone",
    unit: "{token}",
    description: "Tokens, in and out, of retries",
  },
  effects: { name: "langgraph_rollback.effects", unit: "{effect}", description: "Effects, by standing" },
  verdictDuration: {
    name: "langgraph_rollback.verdict.duration",
    unit: "s",
    description: "Time that a verdict took",
    advice: { explicitBucketBoundaries: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300] },
  },
} as const;
