import type { ToolAnswer } from "../answers/answer-gate.ts";
import { asError } from "../attempts/attempt/attempt-end.ts";
import type { ActStart } from "../effects/act.ts";
import type { EffectHandling } from "../effects/declaring/effect-options.ts";
import type { EffectRules } from "../effects/declaring/effect-rules.ts";
import { receiptOf } from "../effects/holding/receipt.ts";
import { asUser } from "./as-user.ts";
import type { CallLog } from "./call-log.ts";
import type { RecordedEnd, RecordedResults } from "./recorded-results.ts";
import type { AskedCall, ReplayAnswer } from "../answers/replay-answer.ts";

/** The entry of `tools` for all that are not named. */
const OTHERS = "*";

/** @internal Rules by which a replay answers calls. */
export interface AnswerRules {
  readonly tools: Readonly<Record<string, ReplayAnswer>>;
  readonly nodes: Readonly<Record<string, ReplayAnswer>>;
  /** Rules of effects, for tools and acts. */
  readonly effects: EffectRules;
  /** Whether a call that is not named has to be recorded, also one that only reads. */
  readonly isStrict: boolean;
  /** Sentences about a call that has to be recorded and is not. Default: they are about a replay of a thread. */
  readonly whyMissing?: ((call: CallToAnswer) => string) | undefined;
}

/** @internal A call that is to be answered. */
export interface CallToAnswer extends Omit<AskedCall, "recorded">, Pick<ActStart, "metadata" | "declared"> {
  /** Under which the recorded call may stand. */
  readonly keys: readonly string[];
  /** Node that calls; "" where that is not known. */
  readonly node: string;
}

/** @internal Answers to calls in a replay, as the user says for a name; else recorded, then run if it is read-only, then none. */
export class CallAnswers {
  readonly #rules: AnswerRules;
  readonly #recorded: RecordedResults<ToolAnswer>;
  readonly #log: CallLog;

  constructor(rules: AnswerRules, recorded: RecordedResults<ToolAnswer>, log: CallLog) {
    this.#rules = rules;
    this.#recorded = recorded;
    this.#log = log;
  }

  /**
   * The answer to a call; `undefined` where it is to run.
   *
   * @throws what the recorded call threw, and what a function of the user's throws
   * @throws {ReplayRefusedError} if it has no answer
   */
  async of(call: CallToAnswer): Promise<ToolAnswer | undefined> {
    const rule = this.#ruleOf(call);
    if (rule === "run") return this.#runs(call);
    if (rule === "refuse") return this.#refuse(call, "The replay was told to refuse it.");
    const end = await this.#recorded.take(call.keys);
    if (typeof rule === "function") return this.#given(call, rule, end);
    if (end !== undefined) {
      this.#log.note({ ...told(call), answer: "recorded" });
      if (end.outcome === "failed") throw asError(end.error);
      return end.value;
    }
    if (rule === undefined && this.#rules.effects.of(call).class === "read-only") return this.#runs(call);
    const { class: kind, handling } = this.#rules.effects.of(call);
    if (rule === undefined && kind === "held") return this.#held(call, handling);
    if (this.#rules.whyMissing !== undefined) return this.#refuse(call, this.#rules.whyMissing(call));
    const group = call.kind === "node" ? "nodes" : "tools";
    const remedy = `if it changes nothing, declare it as "read-only"; else let a function stand for it: \`${group}: { ${JSON.stringify(call.name)}: … }\``;
    return this.#refuse(call, `The recorded run holds no call with these arguments: ${remedy}.`);
  }

  #runs(call: CallToAnswer): undefined {
    this.#log.note({ ...told(call), answer: "ran" });
  }

  /** In a replay nothing is accepted: what would be held is a receipt and no act. */
  #held(call: CallToAnswer, handling: EffectHandling | undefined): ToolAnswer {
    this.#log.note({ ...told(call), answer: "given" });
    return { result: receiptOf(handling, { name: call.name, args: call.args, key: "" }) };
  }

  #refuse(call: CallToAnswer, why: string): never {
    return this.#log.refuse(told(call), why);
  }

  async #given(
    call: CallToAnswer,
    answer: (call: AskedCall) => unknown,
    end: RecordedEnd<ToolAnswer> | undefined,
  ): Promise<ToolAnswer> {
    this.#log.note({ ...told(call), answer: "given" });
    const recorded = end?.outcome === "done" ? { recorded: { value: valueIn(end.value) } } : {};
    // The log keeps the arguments as the graph gave them.
    const args = copied(call.args);
    return { result: await asUser(async () => answer({ ...told(call), args, ...recorded })) };
  }

  #ruleOf({ kind, name }: CallToAnswer): ReplayAnswer | undefined {
    const named = kind === "node" ? this.#rules.nodes : this.#rules.tools;
    if (Object.hasOwn(named, name)) return named[name];
    if (kind === "tool" && Object.hasOwn(named, OTHERS)) return named[OTHERS];
    return this.#rules.isStrict ? "recorded" : undefined;
  }
}

/** @internal The value of an answer: what the tool gave, or what its function did. */
export const valueIn = (answer: ToolAnswer): unknown => ("answer" in answer ? answer.answer : answer.result);

const told = ({ kind, name, args }: CallToAnswer): Pick<AskedCall, "kind" | "name" | "args"> => ({
  kind,
  name,
  args,
});

function copied(args: unknown): unknown {
  try {
    return structuredClone(args);
  } catch {
    return args;
  }
}
