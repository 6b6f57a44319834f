import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import {
  type BaseCheckpointSaver,
  END,
  type LangGraphRunnableConfig,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { askModel, type SeededModel } from "@langgraph-rollback/example-simulation";
import { isConsensus, majorityOf } from "./consensus.ts";
import { DylanState, type DylanStateType, type DylanUpdate } from "./dylan-state.ts";
import { layerOf, solutionId } from "./layer-of.ts";
import { agentName } from "./names.ts";
import { agentPrompt, turnCue } from "./prompts.ts";
import { rankingGraph } from "./ranking-graph.ts";

export interface DylanOptions {
  readonly model: SeededModel;
  /** How many agents: 1 or more. Default 4. */
  readonly agents?: number;
  /** How many rounds at most: 1 or more. Default 3. */
  readonly rounds?: number;
  readonly checkpointer?: BaseCheckpointSaver;
}

/** From this round on, a ranker chooses which agents continue. */
const FIRST_RANKED = 3;

/** Task that an agent is sent for its turn. `messages` takes the note of a rollback. */
interface AgentTask extends Pick<DylanStateType, "messages" | "round" | "seed"> {
  /** Counted from 1. */
  readonly agent: number;
  /** The solutions of the round before. */
  readonly heard: readonly BaseMessage[];
}

/**
 * DyLAN: agents in layers, one layer a round, each sent its own task. Each agent reads the solutions of the round before. From the third round on a ranker orders
 * them, and only the best two agents continue. It ends when more than two thirds of a layer agree, else after the last round with the commonest answer.
 *
 * A step of a trajectory is an agent's turn, the look for a consensus, or a node of the ranking, which is a subgraph.
 *
 * @throws {RangeError} if `agents` or `rounds` is not a whole number above 0
 * @see arXiv:2310.02170
 */
export function dylanGraph({ model, agents = 4, rounds = 3, checkpointer }: DylanOptions) {
  checkCount("agents", agents);
  checkCount("rounds", rounds);
  const numbers = Array.from({ length: agents }, (_, at) => at + 1);
  const all = numbers.map(agentName);

  const agentTurn = async (task: AgentTask, config: LangGraphRunnableConfig): Promise<DylanUpdate> => {
    const { agent, heard, messages, round, seed } = task;
    const name = agentName(agent);
    const conversation = [
      new SystemMessage(agentPrompt(agent)),
      ...messages,
      ...heard,
      new HumanMessage(turnCue(name, round)),
    ];
    const content = await askModel(model, conversation, seed, config);
    return { solutions: [new AIMessage({ content, name, id: solutionId(name, round) })] };
  };

  const consensus = ({ round, solutions }: DylanStateType): DylanUpdate => {
    const layer = layerOf(solutions, round);
    if (round < rounds && !isConsensus(layer)) return { round: round + 1 };
    return { answer: `ANSWER: ${majorityOf(layer) ?? "none"}` };
  };

  const sendRound = (state: DylanStateType, names: readonly string[]): Send[] => {
    const { messages, round, seed, solutions } = state;
    const heard = layerOf(solutions, round - 1);
    const tasks = numbers.filter((agent) => names.includes(agentName(agent)));
    return tasks.map((agent) => new Send("agent", { agent, heard, messages, round, seed }));
  };
  const afterConsensus = (state: DylanStateType): Send[] | string => {
    if (state.answer !== undefined) return END;
    return state.round >= FIRST_RANKED ? "ranking" : sendRound(state, all);
  };

  return new StateGraph(DylanState)
    .addNode("agent", agentTurn)
    .addNode("consensus", consensus)
    .addNode("ranking", rankingGraph(model))
    .addConditionalEdges(START, (state) => sendRound(state, all), ["agent"])
    .addEdge("agent", "consensus")
    .addConditionalEdges("consensus", afterConsensus, ["agent", "ranking", END])
    .addConditionalEdges("ranking", (state) => sendRound(state, state.best), ["agent"])
    .compile({ name: "dylan", ...(checkpointer && { checkpointer }) });
}

export type DylanGraph = ReturnType<typeof dylanGraph>;

function checkCount(name: string, count: number): void {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`Expected \`${name}\` to be a whole number above 0, got ${count}.`);
}
