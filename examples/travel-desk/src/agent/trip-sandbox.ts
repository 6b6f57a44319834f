import type { StructuredToolInterface } from "@langchain/core/tools";
import type { RecordedStep, Verdict, VerifierRun } from "langgraph-rollback";
import type { AskedCall, ReplaySandbox } from "langgraph-rollback/replay";

import { type DatabaseKind, newWorld } from "../world/new-world.ts";
import { messagesOf } from "./messages-of.ts";
import { openDesk } from "./open-desk.ts";
import { keyOf } from "./travel-desk.ts";
import type { TripRequest } from "./trip-request.ts";
import { verifyTrip } from "./verify-trip.ts";

/** Tools that do nothing in a replay: those that only read may look at the real world, and an act that is held is a receipt. */
const LEFT: ReadonlySet<string> = new Set(["search_flights", "weather", "pay", "send_mail"]);

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
    const acting = desk.tools.filter(({ name }) => !LEFT.has(name));
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
    const verify = ({ output }: VerifierRun): Promise<Verdict> =>
      verifyTrip(database, request, messagesOf(output));
    return { tools: Object.fromEntries(answers), verify, close };
  };
}
