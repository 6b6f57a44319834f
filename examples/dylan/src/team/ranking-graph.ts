import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { Annotation, END, type LangGraphRunnableConfig, START, StateGraph } from "@langchain/langgraph";
import { askModel, type SeededModel } from "@langgraph-rollback/example-simulation";
import { RankingInput, RankingOutput } from "./dylan-state.ts";
import { layerOf } from "./layer-of.ts";
import { RANKER } from "./names.ts";
import { RANKER_PROMPT, turnCue } from "./prompts.ts";

/** How many agents continue after a ranking. */
const BEST = 2;

const RankingState = Annotation.Root({
  ...RankingInput.spec,
  ...RankingOutput.spec,
  /** The ranker's answer; it stays in here. */
  ranking: Annotation<BaseMessage>(),
});

type State = typeof RankingState.State;
type Update = typeof RankingState.Update;

/** The listwise ranking of the round before, as a graph of its own. What the ranker says stays in it. */
export function rankingGraph(model: SeededModel) {
  const rank = async (state: State, config: LangGraphRunnableConfig): Promise<Update> => {
    const messages = [
      new SystemMessage(RANKER_PROMPT),
      ...state.messages,
      ...layerOf(state.solutions, state.round - 1),
      new HumanMessage(turnCue(RANKER, state.round)),
    ];
    const content = await askModel(model, messages, state.seed, config);
    return { ranking: new AIMessage({ content, name: RANKER }) };
  };
  const select = ({ ranking, round, solutions }: State): Update => ({
    best: bestOf(
      ranking.text,
      layerOf(solutions, round - 1).flatMap(({ name }) => name ?? []),
    ),
  });
  return new StateGraph({ state: RankingState, input: RankingInput, output: RankingOutput })
    .addNode(RANKER, rank)
    .addNode("selection", select)
    .addEdge(START, RANKER)
    .addEdge(RANKER, "selection")
    .addEdge("selection", END)
    .compile({ name: "ranking" });
}

/** The first two agents of a `RANKING:` line. Those that it leaves out follow in their own order. */
export function bestOf(text: string, agents: readonly string[]): readonly string[] {
  const line = /RANKING:(.*)/i.exec(text)?.[1] ?? "";
  const named = (line.match(/[\w-]+/g) ?? []).filter((name) => agents.includes(name));
  return [...new Set([...named, ...agents])].slice(0, BEST);
}
