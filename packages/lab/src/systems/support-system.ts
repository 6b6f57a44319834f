import { tokenCount } from "./counted-model.ts";
import { EFFECTS, isAnswered, requestOf, supportAgent } from "./support-agent.ts";
import type { System } from "./system.ts";
import { systemOf } from "./system-of.ts";

/** Cases of customers. */
const CASES = 3000;

/** The support agent, whose model is simulated as those of the other systems are. */
export async function supportSystem(): Promise<System> {
  const { add, tokens } = tokenCount();
  const first = new Map<string, number>();
  const keyOf = ({ problem, seed }: { readonly problem: string; readonly seed: number }) =>
    `${problem}-${seed}`;
  const heard = {
    onCall: add,
    onMistake: (task: { readonly problem: string; readonly seed: number }, step: number): void => {
      const key = keyOf(task);
      first.set(key, Math.min(step, first.get(key) ?? step));
    },
  };
  return systemOf<ReturnType<typeof supportAgent>>({
    name: "support",
    problems: Array.from({ length: CASES }, (_, nth) => String(nth)),
    tokens,
    graph: (checkpointer) => supportAgent(heard, checkpointer),
    effects: EFFECTS,
    input: requestOf,
    invoke: (agent, input, config) => agent.invoke(input, config),
    verify: ({ output }) => ({ ok: isAnswered(output?.messages ?? []) }),
    mistakeOf: (task) => first.get(keyOf(task)),
  });
}
