import type { Redact } from "@langgraph-rollback/attribution";

import { actKey } from "../answers/call-key.ts";
import type { Act, ActLog, ActStart } from "../effects/act.ts";
import { type ActTask, nodeOf } from "../langgraph/act-task.ts";
import { type CallAnswers, valueIn } from "./call-answers.ts";
import type { CallLog } from "./call-log.ts";
import { type NodeRules, whyNotRun } from "./node-rules.ts";

/** @internal The acts of a replay: those of nodes are answered or refused, and none is noted down. Tools are asked for where they are called. */
export class ReplayActs implements ActLog {
  readonly replay: CallLog;
  readonly #rules: NodeRules;
  readonly #answers: CallAnswers;
  readonly #redact: Redact | undefined;

  constructor(rules: NodeRules, answers: CallAnswers, log: CallLog, redact: Redact | undefined) {
    this.#rules = rules;
    this.#answers = answers;
    this.#redact = redact;
    this.replay = log;
  }

  async taskBegan(task: ActTask): Promise<void> {
    const why = task.namespace === "" ? undefined : whyNotRun(this.#rules, task.namespace);
    if (why !== undefined) this.replay.refuse({ kind: "node", name: nodeOf(task), args: undefined }, why);
  }

  async taskAnswered(): Promise<void> {}

  async begin(start: ActStart): Promise<Act | undefined> {
    const { kind, name, args, task } = start;
    if (kind === "tool") return undefined;
    const keys = [actKey(kind, name, args, this.#redact)];
    const answer = await this.#answers.of({ ...start, kind, keys, node: nodeOf(task) });
    if (answer === undefined) return undefined;
    return { key: "", reused: { result: valueIn(answer) }, ended: async () => {} };
  }
}
