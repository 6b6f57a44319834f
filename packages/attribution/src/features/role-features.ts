import { flag, type FeatureGroup } from "./feature-group.ts";
import { roleOf } from "./role.ts";

const NAMES = [
  "user",
  "tool",
  "thought",
  "dispatch",
  "end",
  "agentFirst",
  "workersBefore",
  "firstWorker",
  "lastWorker",
  "beforeTool",
  "afterTool",
] as const;

/** Features of the agent that acts, and of the agents around it. */
export const roleFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: ({ steps }) => {
    const roles = steps.map(roleOf);
    const lastWorker = roles.lastIndexOf("worker");
    const agents = new Set<string>();
    let workers = 0;
    return steps.map(({ step }, index) => {
      const role = roles[index];
      const agentFirst = !agents.has(step.agent);
      agents.add(step.agent);
      const row = {
        user: flag(role === "user"),
        tool: flag(role === "tool"),
        thought: flag(role === "thought"),
        dispatch: flag(role === "dispatch"),
        end: flag(role === "end"),
        agentFirst: flag(agentFirst),
        workersBefore: Math.min(workers, 6) / 6,
        firstWorker: flag(role === "worker" && workers === 0),
        lastWorker: flag(index === lastWorker),
        beforeTool: flag(roles[index + 1] === "tool"),
        afterTool: flag(roles[index - 1] === "tool"),
      };
      if (role === "worker") workers += 1;
      return row;
    });
  },
};
