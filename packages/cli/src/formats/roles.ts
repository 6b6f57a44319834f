import { z } from "zod";

const written = z.object({
  steps: z.array(z.object({ agent: z.string(), rawAgent: z.string().optional() })),
});

/**
 * The role of each step as the source of a trace writes it, from the field `rawAgent` of its steps, or else the agent.
 *
 * @param line one JSON object, which was read before
 * @returns nothing where no step has the field
 */
export function rolesOf(line: string): { readonly roles?: readonly string[] } {
  const { data } = written.safeParse(JSON.parse(line.replace(/^\uFEFF/, "")));
  if (data === undefined || data.steps.every(({ rawAgent }) => rawAgent === undefined)) return {};
  return { roles: data.steps.map(({ agent, rawAgent }) => rawAgent ?? agent) };
}
