/**
 * A process that books a trip and is killed while it undoes it: `node killed-worker.js ADDRESS THREAD [NODE OPTION]...`.
 */
import { chooseModel } from "@langgraph-rollback/example-simulation";
import { openDesk } from "../agent/open-desk.ts";
import { keyOf, travelDesk } from "../agent/travel-desk.ts";
import { travelEffects } from "../agent/travel-effects.ts";
import { scriptedModel } from "../agent/scripted-model.ts";
import { lisbon, requestText } from "../agent/trip-request.ts";
import { killingEffects } from "./killing-effects.ts";

const [address = "", threadId = "", ...nodeOptions] = process.argv.slice(2);
const desk = await openDesk(address, { keyOf, nodeOptions });
const { model } = chooseModel(process.env, () => scriptedModel(lisbon));
const agent = travelDesk(desk, {
  model,
  request: lisbon,
  effects: killingEffects(travelEffects(desk), "buy_insurance"),
});
await agent.invoke(
  { messages: [{ role: "user", content: requestText(lisbon) }] },
  { configurable: { thread_id: threadId } },
);
await desk.close();
