import { Command } from "@langchain/langgraph";
import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readMiddlewareRecords, type MiddlewareRecord } from "langgraph-rollback/middleware";

import type { AgentProgram } from "./agent-program.ts";
import { Life, livingSaver } from "./life.ts";
import { isNote, programAgent, type AgentProcess } from "./program-agent.ts";
import type { World } from "./world.ts";

/** All that is to be known of a conversation that has come to its end. */
export interface EndedConversation {
  readonly records: readonly MiddlewareRecord[];
  /** Messages that survived, without the notes of rollbacks: these tell of keys that the conversation does not hold. */
  readonly messages: readonly BaseMessage[];
  /** Attempts that were judged a second time although the decision about them was stored. */
  readonly judgedAgain: readonly string[];
  /** Ways in which something went that nobody has planned. */
  readonly surprises: readonly string[];
}

type Agent = ReturnType<typeof programAgent>;

const PATIENCE = 60;

/** Holds a conversation to its end, each call in a process of its own. */
export async function runAgentProgram(
  program: AgentProgram,
  world: World,
  open: () => BaseCheckpointSaver,
  threadId: string,
): Promise<EndedConversation> {
  world.clear();
  const thread = { configurable: { thread_id: threadId } };
  const stops = [...program.stops];
  const judgedAgain: string[] = [];
  const surprises: string[] = [];
  let isMended = false;
  for (let process = 0; process < PATIENCE; process += 1) {
    const bystander = programAgent(
      program,
      { world, life: new Life(undefined), isMended, onJudge: () => {} },
      open(),
    );
    const call = await nextCall(
      program,
      bystander,
      thread,
      program.answers[process % program.answers.length] ?? true,
    );
    if (call === undefined) {
      const { values } = await bystander.graph.getState(thread);
      const messages: readonly BaseMessage[] = values.messages;
      return {
        records: await readMiddlewareRecords(bystander, thread),
        messages: messages.filter((message) => !isNote(message)),
        judgedAgain,
        surprises,
      };
    }
    const decided = await decidedBefore(bystander, open(), thread);
    const life = new Life(stops.shift());
    const onJudge: AgentProcess["onJudge"] = (turn, attempt) => {
      if (decided === `${turn}:${attempt}`)
        judgedAgain.push(`attempt ${attempt} of turn ${turn} in process ${process}`);
    };
    const agent = programAgent(
      program,
      { world, life, isMended, onJudge },
      livingSaver(open(), life, () => {}),
    );
    const came = await Promise.race([
      call(agent).then(
        () => undefined,
        (error: unknown) => error,
      ),
      life.over,
    ]);
    life.exit();
    if (came === undefined || came === "stopped") continue;
    if (came instanceof Error && came.name === "RollbackUnfinishedError") isMended = true;
    else surprises.push(came instanceof Error ? String(came.stack) : JSON.stringify(came));
  }
  throw new Error(`The conversation has not ended after ${PATIENCE} processes. ${surprises.join(" ")}`);
}

/** How the conversation continues; `undefined` once it is over. @param agrees what a human answers */
async function nextCall(
  program: AgentProgram,
  agent: Agent,
  thread: RunnableConfig,
  agrees: boolean,
): Promise<((agent: Agent) => Promise<unknown>) | undefined> {
  const { values, tasks, next } = await agent.graph.getState(thread);
  const turn = turnsIn(values.messages);
  const pausing = pausesOf(program, thread, turn - 1);
  const [asked] = tasks.flatMap(({ interrupts }) => interrupts);
  if (asked !== undefined) {
    const resume = answerTo(asked.value, agrees);
    return (each) => each.invoke(new Command<unknown, Record<string, unknown>, never>({ resume }), pausing);
  }
  if (next.length > 0 || tasks.length > 0) return (each) => each.invoke(null, thread);
  if (turn === program.turns.length) return undefined;
  const input = { messages: [{ role: "user", content: `Turn ${turn}` }] };
  return (each) => each.invoke(input, pausesOf(program, thread, turn));
}

const pausesOf = ({ turns }: AgentProgram, thread: RunnableConfig, turn: number) =>
  (turns[turn]?.pauses ?? false) ? { ...thread, interruptBefore: ["tools" as const] } : thread;

function answerTo(question: unknown, agrees: boolean): unknown {
  const requests: unknown = Reflect.get(Object(question), "actionRequests");
  if (!Array.isArray(requests)) return agrees ? "approve" : "decline";
  return {
    decisions: requests.map(() => (agrees ? { type: "approve" } : { type: "reject", message: "No." })),
  };
}

/** The turn and the attempt of it about which a decision is stored. */
async function decidedBefore(
  agent: Agent,
  saver: BaseCheckpointSaver,
  thread: RunnableConfig,
): Promise<string> {
  const { config, values } = await agent.graph.getState(thread);
  const stored = (await saver.getTuple(config))?.checkpoint.channel_values;
  const turn: unknown = stored?.["_rollbackTurn"];
  const asked = values.messages?.findLast(isQuestion);
  // The turn before it, until the agent begins.
  if (asked?.id !== Reflect.get(Object(turn), "last")) return "";
  const checkpoint_ns = `langgraph-rollback-turn-${String(Reflect.get(Object(turn), "id"))}`;
  const kept = await saver.getTuple({ configurable: { ...thread.configurable, checkpoint_ns } });
  const record: unknown = Reflect.get(Object(kept?.checkpoint.channel_values["decision"]), "record");
  return `${turnsIn(values.messages) - 1}:${String(Reflect.get(Object(record), "attempt"))}`;
}

/** How many turns a conversation has. */
const turnsIn = (messages: readonly BaseMessage[] = []): number => messages.filter(isQuestion).length;

const isQuestion = (message: BaseMessage): boolean => message.type === "human" && !isNote(message);
