/**
 * All attributes of spans, events, links and metrics, each with its type. Those that begin with `gen_ai.`, and `error.type`, are those of OpenTelemetry's
 * semantic conventions 1.45.0, whose GenAI part has moved to github.com/open-telemetry/semantic-conventions-genai since; all of them are "Development" there.
 */
export const ATTRIBUTE_TYPES = {
  /** `invoke_workflow` of a call, `invoke_agent` of an attempt. */
  "gen_ai.operation.name": "string",
  /** Name of the graph, of a call's span. */
  "gen_ai.workflow.name": "string",
  /** Name of the graph of an attempt's span; the step's agent of a step's span. */
  "gen_ai.agent.name": "string",
  /** Id of the thread. */
  "gen_ai.conversation.id": "string",
  /** Tokens of an attempt: of attempts only, each token once. Cached ones are among them. */
  "gen_ai.usage.input_tokens": "int",
  "gen_ai.usage.output_tokens": "int",
  "gen_ai.usage.cache_read.input_tokens": "int",
  "gen_ai.usage.cache_creation.input_tokens": "int",
  /** Of an event `gen_ai.evaluation.result`: "verify" for a verdict, "suspicion" for the score of a step. */
  "gen_ai.evaluation.name": "string",
  /** "pass" or "fail" of a verdict; "suspected" or "unsuspected" of a step. */
  "gen_ai.evaluation.score.label": "string",
  /** The verdict's score, higher for better runs; or the step's score in [0, 1], higher for more suspicious ones. */
  "gen_ai.evaluation.score.value": "double",
  /** The verifier's reason. Only where content is asked for. */
  "gen_ai.evaluation.explanation": "string",
  /** Messages as JSON. Only where content is asked for. */
  "gen_ai.input.messages": "string",
  "gen_ai.output.messages": "string",
  /** System prompt of the step's agent, as JSON. Only where content is asked for. */
  "gen_ai.system_instructions": "string",
  /** Class of the error that a call, an attempt or a step ended with; the problem's code of an event. */
  "error.type": "string",

  /** Id of the run: all its attempts, and all calls that took it further. */
  "langgraph_rollback.run": "string",
  /** Status of the run at the end of a call: "succeeded", "recovered", "gave-up", "unjudged" or "interrupted". */
  "langgraph_rollback.status": "string",
  /** 1-based. */
  "langgraph_rollback.attempt": "int",
  /** "accept", "roll-back" or "give-up"; absent where the attempt was not decided in this call. */
  "langgraph_rollback.decision": "string",
  /** Kind of failure that a rollback answers: "error", "verdict", "asked" where the model asked for it, "alarm" or "check" where that stopped the attempt. */
  "langgraph_rollback.failure": "string",
  /** By what a run ended that was given up, such as "max-rollbacks". */
  "langgraph_rollback.stopped_by": "string",
  /** Of an event "stopped_early": "alarm" or "check". */
  "langgraph_rollback.stopped_early.by": "string",
  /** The node whose check failed. */
  "langgraph_rollback.stopped_early.node": "string",
  /** The reason of that check. Only where content is asked for. */
  "langgraph_rollback.stopped_early.reason": "string",
  /** Of an alarm that was raised: its value, higher for worse, and the one above which a run is stopped. */
  "langgraph_rollback.alarm.value": "double",
  "langgraph_rollback.alarm.above": "double",
  /** Why it could not stop the attempt: "observed", "audited", "no-rollback" or "refused"; absent where it could. */
  "langgraph_rollback.alarm.why_not": "string",
  /** Of a retry: index of the first step that ran again. */
  "langgraph_rollback.rewind.from_step": "int",
  /** Of a retry: the checkpoint just before that step. */
  "langgraph_rollback.rewind.checkpoint_id": "string",
  /** Of a retry: the fork, from which it runs. */
  "langgraph_rollback.rewind.fork_id": "string",
  /** Of a retry: the attempt that it was made of. */
  "langgraph_rollback.fork_of": "int",
  /** Name of the policy that decided the start. */
  "langgraph_rollback.policy": "string",
  /** Level and alpha of the promise about the start; absent where there is none. */
  "langgraph_rollback.promise.level": "double",
  "langgraph_rollback.promise.alpha": "double",
  /** Of a retry: how many of its steps are those of the attempt that it was made of, as an export tells. */
  "langgraph_rollback.kept": "int",
  /** Fingerprint of the verifier with the verdict, where it has one, as an export tells. */
  "langgraph_rollback.verifier": "string",
  /** Steps that the attempt executed itself. */
  "langgraph_rollback.steps": "int",
  /** Indices of the steps in the prediction set, ascending. */
  "langgraph_rollback.suspected_steps": "int[]",
  /** 0-based index of a step. */
  "langgraph_rollback.step.index": "int",
  "langgraph_rollback.step.node": "string",
  "langgraph_rollback.step.superstep": "int",
  /** Checkpoint namespace; "" is the outermost graph. */
  "langgraph_rollback.step.namespace": "string",
  "langgraph_rollback.step.task_id": "string",
  /** Id of the checkpoint that the step ran from. */
  "langgraph_rollback.step.checkpoint_id": "string",
  /** Id of the checkpoint that holds the step's effect, as an export tells. */
  "langgraph_rollback.step.end_checkpoint_id": "string",
  /** Agent that the step addressed, and the step's purpose, where an export knows them. */
  "langgraph_rollback.step.to": "string",
  "langgraph_rollback.step.purpose": "string",
  /** "user", "model", "tool" or "other". */
  "langgraph_rollback.step.kind": "string",
  /** Tools that the step called, in order. */
  "langgraph_rollback.step.tools": "string[]",
  "langgraph_rollback.effect.id": "string",
  "langgraph_rollback.effect.name": "string",
  /** "tool", "node" or "act". */
  "langgraph_rollback.effect.kind": "string",
  /** "undoable", "irreversible", "held" or "unknown". */
  "langgraph_rollback.effect.class": "string",
  /** "done" while its attempt is not undone; later "undone", "held", "released", "discarded" or another standing of the record. */
  "langgraph_rollback.effect.standing": "string",
  /** Of an event "problem": what went wrong, redacted. */
  "langgraph_rollback.problem": "string",
  /** Reason of a link: "previous-call", "previous-attempt" or "rewound-to". */
  "langgraph_rollback.link": "string",
} as const;

/** Name of an attribute. */
export type AttributeName = keyof typeof ATTRIBUTE_TYPES;

interface ValueOf {
  readonly string: string;
  readonly int: number;
  readonly double: number;
  readonly "string[]": string[];
  readonly "int[]": number[];
}

/** Attributes with values of their types. */
export type TelemetryAttributes = {
  [Name in AttributeName]?: ValueOf[(typeof ATTRIBUTE_TYPES)[Name]];
};
