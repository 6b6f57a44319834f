/**
 * A process that books a trip and is killed while it undoes the wrong one, or while it releases what waited for the right one:
 * `node killed-worker.js undoing|releasing ADDRESS THREAD [NODE OPTION]...`.
 */
import { chooseModel } from "@langgraph-rollback/example-simulation";
import { openDesk } from "../agent/open-desk.ts";
import { keyOf, travelDesk } from "../agent/travel-desk.ts";
import { scriptedModel } from "../agent/scripted-model.ts";
import { lisbon, requestText } from "../agent/trip-request.ts";
import { killingEffects } from "./killing-effects.ts";

const [killed, address = "", threadId = "", ...nodeOptions] = process.argv.slice(2);
const desk = await openDesk(address, { keyOf, nodeOptions });
const { model } = chooseModel(process.env, () => scriptedModel(lisbon));
const agent = travelDesk(desk, {
  model,
  request: lisbon,
  effects: killingEffects(desk, killed === "releasing" ? "releasing" : "undoing"),
});
await agent.invoke(
  { messages: [{ role: "user", content: requestText(lisbon) }] },
  { configurable: { thread_id: threadId } },
);
await desk.close();
