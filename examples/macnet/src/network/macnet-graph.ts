import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  type LangGraphRunnableConfig,
  MessagesAnnotation,
  messagesStateReducer,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { askModel, type SeededModel } from "@langgraph-rollback/example-simulation";
import type { Topology } from "../topologies/topology.ts";
import { networkOf } from "../topologies/network.ts";
import { actorName, ANSWERER, criticName } from "./names.ts";
import { type Role, systemPrompt, turnCue } from "./prompts.ts";

export interface MacnetOptions {
  readonly model: SeededModel;
  readonly topology: Topology;
  /** How many actors: 1 or more. */
  readonly agents: number;
  /** Decides the edges of a random network. */
  readonly seed: number;
  readonly checkpointer?: BaseCheckpointSaver;
}

const conversation = () => Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] });

const MacnetState = Annotation.Root({
  /** The task, and notes of a rollback. Nothing that agents say: they read what leads to them, and no dialogue. */
  ...MessagesAnnotation.spec,
  /** Solutions of the actors and the answerer's report, each named by who wrote it, in the order of the network. */
  artifacts: conversation(),
  /** Messages of the critics. */
  critiques: conversation(),
  /** Seed of the run, passed on to the model. */
  seed: Annotation<number>(),
});

type State = typeof MacnetState.State;
type Update = typeof MacnetState.Update;

/**
 * MacNet: each node of a directed acyclic graph is an actor, each edge a critic. A critic reads the artifact of the actor at its tail and says what
 * the one at its head should improve. An actor with several predecessors makes one artifact of all. The task is the source; the answerer is the sink.
 *
 * Every turn is a node of the graph, so a step of a trajectory is an actor's turn, a critic's or the answerer's. What does not depend on each other runs
 * at once.
 *
 * @throws {RangeError} if `agents` is not a whole number above 0
 * @see arXiv:2406.07155
 */
export function macnetGraph({ model, topology, agents, seed, checkpointer }: MacnetOptions) {
  if (!Number.isInteger(agents) || agents < 1)
    throw new RangeError(`Expected \`agents\` to be a whole number above 0, got ${agents}.`);
  const { actors, depth, edges, last } = networkOf(topology, agents, seed);
  const turn =
    (role: Role, name: string, channel: "artifacts" | "critiques", reads: readonly string[]) =>
    async (state: State, config: LangGraphRunnableConfig): Promise<Update> => {
      const said = [...state.artifacts, ...state.critiques];
      const messages = [
        new SystemMessage(systemPrompt(role)),
        ...state.messages,
        ...reads.flatMap((from) => said.findLast((message) => message.name === from) ?? []),
        new HumanMessage(turnCue(name)),
      ];
      const content = await askModel(model, messages, state.seed, config);
      return { [channel]: [new AIMessage({ content, name })] };
    };

  const reads = (actor: number): readonly string[] =>
    edges.filter(([, to]) => to === actor).flatMap((edge) => [actorName(edge[0]), criticName(edge)]);
  const graph = new StateGraph(MacnetState).addNode(
    ANSWERER,
    turn("answerer", ANSWERER, "artifacts", last.map(actorName)),
  );
  for (const actor of actors)
    graph.addNode(actorName(actor), turn("actor", actorName(actor), "artifacts", reads(actor)));
  for (const edge of edges) {
    graph.addNode(criticName(edge), turn("critic", criticName(edge), "critiques", [actorName(edge[0])]));
    graph.addEdge(actorName(edge[0]), criticName(edge));
  }
  for (const actor of actors) {
    const critics = edges.filter(([, to]) => to === actor).map(criticName);
    graph.addEdge(critics.length === 0 ? START : critics, actorName(actor));
  }
  graph.addEdge(last.map(actorName), ANSWERER).addEdge(ANSWERER, END);
  // An actor and its critics are two supersteps; the answerer is one more, and LangGraph counts the input, too.
  const recursionLimit = 2 * depth + 2;
  return graph
    .compile({ name: "macnet", ...(checkpointer && { checkpointer }) })
    .withConfig({ recursionLimit });
}

export type MacnetGraph = ReturnType<typeof macnetGraph>;
