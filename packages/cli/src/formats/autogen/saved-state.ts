import { fieldsOf, isFields, itemsOf, type Fields } from "../fields.ts";
import type { TeamRun } from "./team-run.ts";

/** Teams inside of teams that are gone into. */
const MOST_INSIDE = 20;

/** Fields of states that are no field of a run. */
const NOT_OF_A_RUN: ReadonlySet<string> = new Set(["type", "version", "agent_states", "message_thread"]);

/** Whether a value is what `save_state` of a team or of an agent gives. */
export function isSavedState(value: unknown): boolean {
  return isFields(value) && (isFields(value["agent_states"]) || contextIn(value) !== undefined);
}

/**
 * The runs in what `save_state` gives: of a team, the thread of its manager; of a team inside of it, another; of an agent, or of a team whose manager
 * has no thread, the context of each model. The contexts in a team with a thread repeat it.
 *
 * @returns `undefined` of a value that is no such state
 */
export function savedRuns(value: unknown): readonly TeamRun[] | undefined {
  if (!isFields(value) || !isSavedState(value)) return undefined;
  return isFields(value["agent_states"]) ? teamRuns(value, [], {}, 0) : agentRuns(value, [], {});
}

function teamRuns(team: Fields, path: TeamRun["path"], beside: Fields, depth: number): readonly TeamRun[] {
  const members = Object.entries(fieldsOf(team["agent_states"])).map(([key, value]) => memberOf(key, value));
  const thread = members.find(({ state }) => Array.isArray(state["message_thread"]));
  const agents = members.filter((member) => member !== thread);
  const at = (member: Member): TeamRun["path"] => [...path, "agent_states", ...member.path];
  const own: readonly TeamRun[] =
    thread === undefined
      ? agents.flatMap((each) =>
          agentRuns(each.state, at(each), { ...beside, ...without(team), agent: each.name }),
        )
      : [
          {
            path: [...at(thread), "message_thread"],
            messages: itemsOf(thread.state["message_thread"]),
            beside: {
              ...beside,
              ...without(team),
              ...without(thread.state),
              agents: agents.map(({ name }) => name),
            },
          },
        ];
  const inside = depth === MOST_INSIDE ? [] : agents;
  return [
    ...own,
    ...inside.flatMap((each) => {
      const inner = innerTeam(each.state);
      if (inner === undefined) return [];
      const runs = teamRuns(inner.state, [...at(each), ...inner.path], { agent: each.name }, depth + 1);
      // A team inside of another forgets its messages once it has answered.
      return runs.filter(({ messages }) => messages.length > 0);
    }),
  ];
}

/** A member of a team: an agent, another team, or the manager. */
interface Member {
  readonly name: string;
  /** Place of its state in `agent_states`. */
  readonly path: TeamRun["path"];
  readonly state: Fields;
}

/** Keys are names, with the team's id behind in older versions. A state may lie in that of its container. */
function memberOf(key: string, value: unknown): Member {
  const name = key.split("/")[0] ?? key;
  let [path, state]: [TeamRun["path"], Fields] = [[key], fieldsOf(value)];
  for (const field of ["state", "agent_state"])
    if (isFields(state[field])) [path, state] = [[...path, field], fieldsOf(state[field])];
  return { name, path, state };
}

/** The team of a member that is one, or that has one inside. */
function innerTeam(state: Fields): Pick<Member, "path" | "state"> | undefined {
  const inner = state["inner_team_state"];
  if (isFields(inner)) return { path: ["inner_team_state"], state: inner };
  return isFields(state["agent_states"]) ? { path: [], state } : undefined;
}

/** The context of an agent's model as a run. */
function agentRuns(state: Fields, path: TeamRun["path"], beside: Fields): readonly TeamRun[] {
  const context = contextIn(state);
  if (context === undefined || context.messages.length === 0) return [];
  const spoke = context.messages.map(fieldsOf).find(({ type }) => type === "AssistantMessage");
  const source = beside["agent"] ?? spoke?.["source"] ?? "assistant";
  return [
    {
      path: [...path, ...context.path],
      // Instructions and results of tools do not say whose they are.
      messages: context.messages.map((message) =>
        isFields(message) && message["source"] === undefined ? { ...message, source } : message,
      ),
      beside,
    },
  ];
}

/** The messages that an agent's model is given: in a field of their own in older versions. */
function contextIn(state: Fields): Pick<TeamRun, "path" | "messages"> | undefined {
  const { messages } = fieldsOf(state["llm_context"]);
  if (Array.isArray(messages)) return { path: ["llm_context", "messages"], messages };
  const older = state["llm_messages"];
  return Array.isArray(older) ? { path: ["llm_messages"], messages: older } : undefined;
}

function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !NOT_OF_A_RUN.has(name)));
}
