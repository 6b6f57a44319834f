import type { StructuredToolInterface } from "@langchain/core/tools";
import type { RecordedStep } from "langgraph-rollback";
import type { AskedCall, ReplaySandbox } from "langgraph-rollback/replay";

import { type DatabaseKind, newWorld } from "../world/new-world.ts";
import { openDesk } from "./open-desk.ts";
import { keyOf } from "./travel-desk.ts";
import type { TripRequest } from "./trip-request.ts";
import { verifyTrip } from "./verify-trip.ts";

/** Tools that only read. They may look at the real world. */
const READ: ReadonlySet<string> = new Set(["search_flights", "weather"]);

/**
 * Makes a world for a replay: a new one, in which the acts of the kept steps are done once more. The tools of the replay act there, and its verifier
 * looks there.
 *
 * @param nodeOptions for the Node of the insurer's server
 */
export function tripSandbox(kind: DatabaseKind, request: TripRequest, nodeOptions: readonly string[] = []) {
  return async (kept: readonly RecordedStep[]): Promise<ReplaySandbox> => {
    const { database, remove } = await newWorld(kind);
    const desk = await openDesk(database.address, { keyOf, nodeOptions });
    const acting = desk.tools.filter(({ name }) => !READ.has(name));
    const close = async (): Promise<void> => {
      await desk.close();
      await remove();
    };
    let count = 0;
    const act = (tool: StructuredToolInterface, args: unknown): Promise<unknown> =>
      tool.invoke(
        { type: "tool_call", id: `call-${(count += 1)}`, name: tool.name, args: Object(args) },
        { configurable: { thread_id: "sandbox" } },
      );
    const answers = acting.map((tool) => [tool.name, ({ args }: AskedCall) => act(tool, args)] as const);
    try {
      for (const { name, args } of kept.flatMap(({ toolCalls = [] }) => toolCalls)) {
        const tool = acting.find((each) => each.name === name);
        if (tool !== undefined) await act(tool, args);
      }
    } catch (error) {
      await close();
      throw error;
    }
    return { tools: Object.fromEntries(answers), verify: () => verifyTrip(database, request), close };
  };
}
