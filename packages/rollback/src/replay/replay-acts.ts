import type { Act, ActLog, ActStart } from "../effects/act.ts";
import type { ActTask } from "../langgraph/act-task.ts";
import { type CallAnswers, valueIn } from "./call-answers.ts";
import type { CallLog } from "./call-log.ts";
import { mayRun, type NodeRules } from "./node-rules.ts";
import { actKey } from "./recorded-results.ts";

/** @internal The acts of a replay: those of nodes are answered or refused, and none is noted down. Tools are asked for where they are called. */
export class ReplayActs implements ActLog {
  readonly replay: CallLog;
  readonly #rules: NodeRules;
  readonly #answers: CallAnswers;

  constructor(rules: NodeRules, answers: CallAnswers, log: CallLog) {
    this.#rules = rules;
    this.#answers = answers;
    this.replay = log;
  }

  async taskBegan({ namespace }: ActTask): Promise<void> {
    if (namespace === "" || mayRun(this.#rules, namespace)) return;
    const node = namespace.slice(namespace.lastIndexOf("|") + 1).split(":", 1)[0] ?? "";
    this.replay.refuse(
      { kind: "node", name: node, args: undefined },
      `The graph declares effects, and nobody says that this node has none: declare \`effects.nodes.${node}: "read-only"\`, or replay with \`nodes: { ${node}: "run" }\`.`,
    );
  }

  async taskAnswered(): Promise<void> {}

  async begin(start: ActStart): Promise<Act | undefined> {
    const { kind, name, args } = start;
    if (kind === "tool") return undefined;
    const answer = await this.#answers.of({ ...start, kind, keys: [actKey(kind, name, args)] });
    if (answer === undefined) return undefined;
    return { key: "", reused: { result: valueIn(answer) }, ended: async () => {} };
  }
}
