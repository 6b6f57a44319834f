import type { ThreadSource } from "@langgraph-rollback/inspector";

/** Many threads of one failed step each, as the part of a source that lists and reads them: "t-0", "t-1" and so on. */
export function failedThreads(count: number): Pick<ThreadSource, "list" | "thread" | "trajectory"> {
  const ids = Array.from({ length: count }, (_, index) => `t-${index}`);
  const common = { status: "gave-up", task: "Price a journey." } as const;
  return {
    list: async (limit) => ({
      threads: ids.slice(0, limit).map((id) => ({ id, ...common, runs: 1, attempts: 1 })),
      more: count > limit,
    }),
    thread: async (id) => {
      const outcome = { ok: false, reason: `price ${id.slice(2)} is wrong` };
      const steps = [{ index: 0, agent: "solver", summary: "said", tools: [], depth: 0 }];
      const attempts = [{ attempt: 1, kept: 0, outcome, steps }];
      return ids.includes(id) ? { id, runs: [{ run: "run", ...common, reason: "", attempts }] } : undefined;
    },
    trajectory: async () => undefined,
  };
}
