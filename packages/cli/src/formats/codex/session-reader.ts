import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { type FoundStep, instruct } from "../messages/found-run.ts";
import { isoTime } from "../iso-time.ts";
import { given, restOf } from "../messages/fields.ts";
import type { FieldPlace } from "../told-shape.ts";
import { isFields } from "../fields.ts";
import { textOf } from "../messages/text-of.ts";
import { CalledTools } from "../messages/tool-call.ts";
import type { Unread } from "../imported.ts";
import type { Payload, RolloutLine } from "./rollout-line.ts";
import { callOf, isInjected, outputOf } from "./session-items.ts";
import { SessionTurns } from "./session-turns.ts";

type Tell = (unread: Unread) => void;

const META_FIELDS: ReadonlySet<string> = new Set(["instructions", "base_instructions", "type"]);

/** One answer of a model, of which each part stands on a line of its own. */
interface OpenAnswer {
  readonly texts: string[];
  readonly thoughts: string[];
  readonly calls: NonNullable<Step["toolCalls"]>[number][];
  startedAt: string | undefined;
  endedAt: string | undefined;
  error?: Step["error"];
}

/** Reads the lines of one session. */
export class SessionReader {
  readonly turns: SessionTurns = new SessionTurns();
  readonly instructions: Map<string, string[]> = new Map();
  readonly #agent: string;
  readonly #meta: Payload;
  readonly #context: string[] = [];
  readonly #tools = new CalledTools();
  #answer: OpenAnswer | undefined;
  #turnContext: Payload | undefined;
  /** Events repeat what items say, and count where there are no items. */
  #hasMessages = false;
  /** The message that an event told last. */
  #told: string | undefined;

  constructor(meta: Payload) {
    this.#meta = meta;
    this.#agent = agentOf(meta);
    const said = meta["base_instructions"] ?? meta["instructions"];
    instruct(this.instructions, this.#agent, textOf(isFields(said) ? said["text"] : said));
  }

  get fields(): Readonly<Record<string, unknown>> {
    const turn = this.#turnContext === undefined ? {} : { turnContext: this.#turnContext };
    const context = this.#context.length === 0 ? {} : { context: this.#context };
    return { ...restOf(this.#meta, META_FIELDS), ...given({ ...turn, ...context }) };
  }

  add({ payload, timestamp, type }: RolloutLine, place: FieldPlace, tell: Tell): void {
    const time = isoTime(timestamp);
    if (type === "response_item") this.#item(payload, time, place, tell);
    else if (type === "event_msg") this.#event(payload, time, place, tell);
    else if (type === "compacted") this.#compacted(payload, time);
    else if (type === "turn_context") {
      this.end();
      this.#turnContext = payload;
    } else
      tell({ ...at(place, "type"), reason: `Expected a type of line that is known, got ${shown(type)}.` });
  }

  /** Ends the model's answer that is being read. */
  end(): void {
    const answer = this.#answer;
    if (answer === undefined) return;
    this.#answer = undefined;
    const { calls, endedAt, error, startedAt, texts, thoughts } = answer;
    const isThought = texts.length === 0 && calls.length === 0 && error === undefined;
    this.turns.add({
      step: {
        agent: this.#agent,
        ...(isThought ? { purpose: "thought" } : {}),
        content: (isThought ? thoughts : texts).join("\n"),
        kind: "model",
        ...(calls.length === 0 ? {} : { toolCalls: calls }),
        ...(error === undefined ? {} : { error }),
        ...(startedAt === undefined ? {} : { startedAt }),
        ...(endedAt === undefined ? {} : { endedAt }),
      },
      fields: given({
        model: this.#turnContext?.["model"],
        ...(isThought || thoughts.length === 0 ? {} : { reasoning: thoughts.join("\n") }),
      }),
    });
    this.#tools.add(calls);
  }

  #item(payload: Payload, time: string | undefined, place: FieldPlace, tell: Tell): void {
    const output = outputOf(payload);
    const call = callOf(payload);
    if (output !== undefined) this.#result(payload, output, time);
    else if (call !== undefined) this.#open(time).calls.push(call);
    else if (payload.type === "message") {
      const [role, text] = [payload["role"], textOf(payload["content"])];
      // An event may come before the item that it tells.
      if (this.#told !== `${textOf(role)}:${text}`) this.#message(role, text, time);
      this.#told = undefined;
      this.#hasMessages ||= !isInjected(text);
    } else if (payload.type === "reasoning") {
      const thought = textOf(payload["summary"]) || textOf(payload["content"]);
      if (thought !== "") this.#open(time).thoughts.push(thought);
    } else
      tell({
        ...at(place, "payload.type"),
        reason: `Expected a type of item that is known, got ${shown(payload.type)}.`,
      });
  }

  #message(role: unknown, text: string, time: string | undefined): void {
    if (role === "assistant") return void this.#open(time).texts.push(text);
    this.end();
    if (role === "developer" || role === "system") instruct(this.instructions, this.#agent, text);
    else if (isInjected(text)) this.#context.push(text);
    else {
      this.turns.begin();
      this.turns.add(stepAt({ agent: "user", content: text, kind: "user" }, time));
    }
  }

  #result(
    payload: Payload,
    { content, failed }: { readonly content: string; readonly failed: boolean },
    time: string | undefined,
  ): void {
    this.end();
    const id = payload["call_id"];
    const error = failed ? { error: { name: "ToolError", message: content } } : {};
    this.turns.add(
      stepAt({ agent: this.#tools.nameOf(id) ?? "tool", content, kind: "tool", ...error }, time, {
        toolCallId: id,
        of: this.#agent,
      }),
    );
  }

  #event(payload: Payload, time: string | undefined, place: FieldPlace, tell: Tell): void {
    const { type } = payload;
    if (type === "thread_rolled_back") this.#goBack(payload["num_turns"], place, tell);
    else if (type === "error" || type === "stream_error") {
      this.#open(time).error = { name: "CodexError", message: textOf(payload["message"]) };
      this.end();
    } else if (type === "turn_aborted") {
      this.end();
      this.turns.note({ turnAborted: textOf(payload["reason"]) || true });
    } else if (type === "token_count") {
      this.end();
      const usage = isFields(payload["info"]) ? payload["info"]["last_token_usage"] : undefined;
      if (this.turns.last?.step.kind === "model") this.turns.note(given({ usage }));
    } else if (!this.#hasMessages && (type === "user_message" || type === "agent_message")) {
      const role = type === "user_message" ? "user" : "assistant";
      const text = textOf(payload["message"]);
      this.#told = `${textOf(role)}:${text}`;
      this.#message(role, text, time);
    }
  }

  #goBack(turns: unknown, place: FieldPlace, tell: Tell): void {
    this.end();
    if (typeof turns === "number" && Number.isSafeInteger(turns) && turns > 0) this.turns.goBack(turns);
    else
      tell({ ...at(place, "payload.num_turns"), reason: `Expected a number of turns, got ${shown(turns)}.` });
  }

  #compacted(payload: Payload, time: string | undefined): void {
    this.end();
    this.turns.add(
      stepAt(
        { agent: this.#agent, purpose: "compaction", content: textOf(payload["message"]), kind: "other" },
        time,
      ),
    );
  }

  #open(time: string | undefined): OpenAnswer {
    this.#answer ??= { texts: [], thoughts: [], calls: [], startedAt: time, endedAt: time };
    this.#answer.endedAt = time ?? this.#answer.endedAt;
    return this.#answer;
  }
}

function stepAt(
  step: FoundStep["step"],
  time: string | undefined,
  fields: Readonly<Record<string, unknown>> = {},
): FoundStep {
  return { step: { ...step, ...(time === undefined ? {} : { endedAt: time }) }, fields: given(fields) };
}

/** A sub agent's session says which role it was started in. */
function agentOf({ source, ...meta }: Payload): string {
  const spawned =
    isFields(source) && isFields(source["subagent"]) ? source["subagent"]["thread_spawn"] : undefined;
  const about = isFields(spawned) ? spawned : meta;
  const name = [about["agent_nickname"], about["agent_role"]].find((each) => typeof each === "string");
  return typeof name === "string" && name !== "" ? name : "codex";
}

function at({ line }: FieldPlace, field: string): Pick<Unread, "line" | "field"> {
  return { line, field };
}

function shown(value: unknown): string {
  return (JSON.stringify(textOf(value)) ?? "").slice(0, 60);
}
