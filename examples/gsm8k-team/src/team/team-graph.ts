import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  MessagesAnnotation,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { askModel, type SeededModel } from "@langgraph-rollback/example-simulation";
import type { AgentName } from "./agent-name.ts";
import { readProgress } from "./read-progress.ts";
import { systemPrompt, turnCue } from "./prompts.ts";

/** Everything that the team knows stands in `messages`: an agent's message is all that its step did. */
const TeamState = Annotation.Root({
  ...MessagesAnnotation.spec,
  /** Seed of the run, passed on to the model. */
  seed: Annotation<number>(),
});

type State = typeof TeamState.State;
type Update = typeof TeamState.Update;

/** planner -> solver (once a sub-question) -> checker -> answerer. */
export function createTeamGraph(model: SeededModel, checkpointer?: BaseCheckpointSaver) {
  const turnOf =
    (agent: AgentName) =>
    async ({ messages, seed }: State, config: LangGraphRunnableConfig): Promise<Update> => {
      const cue = turnCue(agent, readProgress(messages));
      const conversation = [new SystemMessage(systemPrompt(agent)), ...messages, new HumanMessage(cue)];
      const text = await askModel(model, conversation, seed, config);
      return { messages: [new AIMessage({ content: text, name: agent })] };
    };
  const isUnfinished = ({ messages }: State): boolean => {
    const { parts, solved } = readProgress(messages);
    return solved < parts.length;
  };
  return new StateGraph(TeamState)
    .addNode("planner", turnOf("planner"))
    .addNode("solver", turnOf("solver"))
    .addNode("checker", turnOf("checker"))
    .addNode("answerer", turnOf("answerer"))
    .addEdge(START, "planner")
    .addEdge("planner", "solver")
    .addConditionalEdges("solver", (state) => (isUnfinished(state) ? "solver" : "checker"), [
      "solver",
      "checker",
    ])
    .addEdge("checker", "answerer")
    .addEdge("answerer", END)
    .compile({ name: "gsm8k-team", ...(checkpointer && { checkpointer }) });
}

export type TeamGraph = ReturnType<typeof createTeamGraph>;
