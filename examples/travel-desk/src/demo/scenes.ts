import { isDeepStrictEqual } from "node:util";
import { readHistory, resumeRollback, type EffectOptions } from "langgraph-rollback";
import { labelByReplay, replay } from "langgraph-rollback/replay";

import type { Desk } from "../agent/open-desk.ts";
import { tripSandbox } from "../agent/trip-sandbox.ts";
import { travelEffects } from "../agent/travel-effects.ts";
import { lisbon } from "../agent/trip-request.ts";
import { readWorld } from "../world/read-world.ts";
import { runKilledWorker } from "./run-killed-worker.ts";
import {
  agentAt,
  ask,
  atDesk,
  tellAttempts,
  tellHeld,
  tellWorld,
  THREAD,
  onThread,
  type StorySetting,
} from "./story-setting.ts";
import { undoneCalls } from "./undone-calls.ts";

/** A rollback as it is without `effects`: of the conversation alone. */
export function withoutEffects(setting: StorySetting): Promise<void> {
  return atDesk(setting, async (desk) => {
    setting.say("== 1. Without `effects`: the conversation is rolled back, the world is not ==\n");
    const agent = await agentAt(desk, setting, {});
    await ask(agent);
    await tellAttempts(setting, agent);
    await tellWorld(setting, desk, "\nAfter both attempts");
  });
}

/** Each act is undone if it can be; else it waits until the run is accepted. */
export function undoneOrHeld(setting: StorySetting): Promise<void> {
  return atDesk(setting, async (desk) => {
    setting.say(
      "== 2. With `effects`: bookings are undone, the payment and the mail wait for the verdict ==\n",
    );
    await tellWorld(setting, desk, "Before");
    let attempts = 0;
    const agent = await agentAt(desk, setting, {
      effects: travelEffects(desk),
      onAttempt: (messages) => tellWorld(setting, desk, `After attempt ${(attempts += 1)}`, messages),
      onUndone: () => tellWorld(setting, desk, "After the rollback"),
    });
    await ask(agent);
    await tellWorld(setting, desk, "After the acceptance");
    const history = await tellAttempts(setting, agent);
    const undone = await undoneCalls(agent, history);
    setting.say(`Undone, newest first: ${undone.join("; ") || "nothing"}.`);
    tellHeld(setting, history);
    setting.say("");
  });
}

/** The process that undoes is killed, and another one continues. */
export function killedWhileUndoing(setting: StorySetting): Promise<void> {
  return atDesk(setting, async (desk) => {
    setting.say("== 3. A process is killed in the middle of undoing, and another one continues ==\n");
    const signal = await runKilledWorker("undoing", desk.database.address, THREAD, setting.nodeOptions);
    setting.say(killedBy(signal, "undid"));
    await tellWorld(setting, desk, "After the worker has ended");
    const agent = await agentAt(desk, setting, {
      effects: travelEffects(desk),
      onUndone: () => tellWorld(setting, desk, "After the rest was undone, in another process"),
    });
    await resumeRollback(agent, onThread);
    await tellWorld(setting, desk, "In the end");
    await tellAttempts(setting, agent);
    const { effects } = await readWorld(desk.database);
    const twice = effects.filter(({ undoCalls }) => undoCalls > 1).map(({ tool }) => tool);
    setting.say(`Requested twice, and done once: ${twice.join(", ") || "nothing"}.\n`);
  });
}

/** The process that carries out what waited is killed, and another one continues. */
export function killedWhileReleasing(setting: StorySetting): Promise<void> {
  return atDesk(setting, async (desk) => {
    setting.say("== 4. A process is killed in the middle of the releases, and another one continues ==\n");
    const signal = await runKilledWorker("releasing", desk.database.address, THREAD, setting.nodeOptions);
    setting.say(killedBy(signal, "released"));
    await tellWorld(setting, desk, "After the worker has ended");
    const agent = await agentAt(desk, setting, { effects: travelEffects(desk) });
    await agent.invoke(null, onThread);
    await tellWorld(setting, desk, "After the next call on the thread, in another process");
    tellHeld(setting, (await readHistory(agent, onThread))[0]);
    const { effects } = await readWorld(desk.database);
    const twice = effects.filter(({ calls }) => calls > 1).map(({ tool }) => tool);
    setting.say(`Requested twice, and done once: ${twice.join(", ") || "nothing"}.\n`);
  });
}

const killedBy = (signal: NodeJS.Signals | undefined, did: string): string =>
  signal === undefined ? "The worker was not killed." : `The worker was killed (${signal}) while it ${did}.`;

/** The desk's effects, but the mail does not wait. */
function withMailAtOnce(desk: Desk): EffectOptions {
  const effects = travelEffects(desk);
  return { ...effects, tools: { ...effects.tools, send_mail: "irreversible" } };
}

/** A mail that is sent at once cannot be taken back, so the run is not rolled back. */
export function stoppedByMail(setting: StorySetting): Promise<void> {
  return atDesk(setting, async (desk) => {
    setting.say(
      '== 5. A mail that does not wait: "irreversible", and `onIrreversible` is "stop" (the default) ==\n',
    );
    const agent = await agentAt(desk, setting, { effects: withMailAtOnce(desk) });
    await ask(agent);
    const history = await tellAttempts(setting, agent);
    setting.say(`The run: ${history?.status ?? "unknown"}. ${history?.reason ?? ""}`);
    await tellWorld(setting, desk, "\nIn the end");
  });
}

/** A mail that is sent at once cannot be taken back, and the run is rolled back all the same. */
export function inSpiteOfMail(setting: StorySetting): Promise<void> {
  return atDesk(setting, async (desk) => {
    setting.say('== 6. A mail that does not wait, and `onIrreversible` is "allow" ==\n');
    const effects = { ...withMailAtOnce(desk), onIrreversible: "allow" as const };
    const agent = await agentAt(desk, setting, { effects });
    await ask(agent);
    const history = await tellAttempts(setting, agent);
    const note = history?.attempts[0]?.note ?? "";
    const told = note.split("\n").filter((line) => line.includes("are not undone"));
    if (told.length > 0)
      setting.say(`From the note to the next attempt:\n${told.map((line) => `  | ${line}`).join("\n")}`);
    await tellWorld(setting, desk, "\nIn the end");
  });
}

/** A failed run is tried again from one step after another, and nothing happens in its world. */
export function triedAgain(setting: StorySetting): Promise<void> {
  return atDesk(setting, async (desk) => {
    setting.say("== 7. The failed run is tried again, in worlds of its own ==\n");
    const agent = await agentAt(desk, setting, { effects: travelEffects(desk), maxRollbacks: 0 });
    await ask(agent);
    await tellAttempts(setting, agent);
    const before = await readWorld(desk.database);
    const sandbox = tripSandbox(setting.kind, lisbon, setting.nodeOptions);
    const label = await labelByReplay(agent, onThread, { sandbox });
    for (const { start, status } of label.replays)
      setting.say(`A replay from step ${start + 1} was ${status}.`);
    setting.say(`${label.reason}\n`);
    const from = label.range?.start ?? 0;
    const [told] = await replay(agent, onThread, { from, sandbox });
    const [untold] = await replay(agent, onThread, { from, sandbox, note: false });
    setting.say(`What if the agent is told what was wrong? The replay is ${told?.status}.`);
    setting.say(`What if it is not? The replay is ${untold?.status}: ${untold?.reason}\n`);
    const isSame = isDeepStrictEqual(await readWorld(desk.database), before);
    setting.say(`The real tables are ${isSame ? "as they were" : "CHANGED"}.\n`);
  });
}
