import { fieldsOf, isFields, itemsOf, textIn, type Fields } from "../fields.ts";
import { given, restOf } from "../messages/fields.ts";

/** One simulation, with what its file says of all of them. */
export interface Simulation {
  /** Its place inside of the value. */
  readonly path: readonly PropertyKey[];
  readonly value: Fields;
  /** Fields of the file that a run has no place for: domain, agent, user and the task. */
  readonly about: Fields;
  /** The agent's policy, where the file has it. */
  readonly policy?: string;
  /** The task's words to the agent, where no user says them. */
  readonly ticket?: string;
}

/** Whether a value is one simulation. tau-bench's results have neither reason nor messages. */
function isSimulation(value: unknown): value is Fields {
  return (
    isFields(value) &&
    "task_id" in value &&
    "termination_reason" in value &&
    ("messages" in value || "ticks" in value)
  );
}

/** Whether a value is a simulation, or the results of many. */
export function isTau2(first: unknown): boolean {
  if (isSimulation(first)) return true;
  if (!isFields(first) || !isFields(first["info"]) || !Array.isArray(first["tasks"])) return false;
  return Array.isArray(first["simulations"]) || Array.isArray(first["simulation_index"]);
}

/**
 * The simulations in a value: one alone, as in the files of the folder `simulations`, or those of a file with results.
 *
 * @returns `undefined` of a value that is neither
 */
export function simulationsIn(value: unknown): readonly Simulation[] | undefined {
  if (isSimulation(value)) return [{ path: [], value, about: {}, ...policyIn(value) }];
  if (!isFields(value)) return undefined;
  // A voice run's results have its simulations in files of their own.
  if (!Array.isArray(value["simulations"])) return isTau2(value) ? [] : undefined;
  const { environment_info: environment, ...info } = fieldsOf(value["info"]);
  const { domain_name: domain, policy } = fieldsOf(environment);
  const tasks = new Map(itemsOf(value["tasks"]).map((task) => [fieldsOf(task)["id"], task]));
  const about = given({ domain_name: domain, ...restOf(info, NOT_OF_A_RUN) });
  return value["simulations"].map((each: unknown, at) => {
    const simulation = fieldsOf(each);
    const task = fieldsOf(tasks.get(simulation["task_id"]));
    const ticket = textIn(task["ticket"]);
    return {
      path: ["simulations", at],
      value: simulation,
      about: { ...about, ...(Object.keys(task).length === 0 ? {} : given({ task })) },
      ...policyIn({ policy: textIn(simulation["policy"]) ?? policy }),
      ...(ticket === undefined ? {} : { ticket }),
    };
  });
}

/** Settings of the whole series. */
const NOT_OF_A_RUN: ReadonlySet<string> = new Set(["num_trials", "max_steps", "max_errors", "seed"]);

function policyIn({ policy }: Fields): Pick<Simulation, "policy"> {
  const text = textIn(policy);
  return text === undefined ? {} : { policy: text };
}
