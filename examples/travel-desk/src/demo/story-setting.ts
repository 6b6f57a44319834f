import type { BaseMessage } from "@langchain/core/messages";
import { readHistory, type EffectRecord, type RunHistory } from "langgraph-rollback";

import { chooseModel } from "@langgraph-rollback/example-simulation";
import { openDesk, type Desk } from "../agent/open-desk.ts";
import { keyOf, travelDesk, type TravelDeskOptions } from "../agent/travel-desk.ts";
import { scriptedModel } from "../agent/scripted-model.ts";
import { lisbon, requestText, type TripRequest } from "../agent/trip-request.ts";
import { waitingActs, type WaitingActs } from "../agent/waiting-acts.ts";
import { inNewWorld, type DatabaseKind } from "../world/new-world.ts";
import { readWorld } from "../world/read-world.ts";
import { worldTables } from "./world-tables.ts";

export interface StorySetting {
  readonly kind: DatabaseKind;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (text: string) => void;
  /** For child processes, before the file that they run. */
  readonly nodeOptions: readonly string[];
}

export type TravelDesk = ReturnType<typeof travelDesk>;

export const THREAD = "trip";
export const onThread = { configurable: { thread_id: THREAD } };

/** A desk in a world of its own. */
export function atDesk<T>(setting: StorySetting, work: (desk: Desk) => Promise<T>): Promise<T> {
  return inNewWorld(setting.kind, async ({ address }) => {
    const desk = await openDesk(address, { keyOf, nodeOptions: setting.nodeOptions });
    try {
      return await work(desk);
    } finally {
      await desk.close();
    }
  });
}

/** The agent at a desk, with the model that the environment names. */
export async function agentAt(
  desk: Desk,
  { env }: StorySetting,
  options: Omit<TravelDeskOptions, "model" | "request"> & { readonly request?: TripRequest },
): Promise<TravelDesk> {
  const request = options.request ?? lisbon;
  const { model } = chooseModel(env, () => scriptedModel(request));
  return travelDesk(desk, { ...options, request, model });
}

export async function ask(agent: TravelDesk, request: TripRequest = lisbon): Promise<void> {
  await agent.invoke({ messages: [{ role: "user", content: requestText(request) }] }, onThread);
}

/**
 * Tells the present contents of the tables, under a heading.
 *
 * @param messages of the attempt that is about to be judged: with receipts of what waits for that
 */
export async function tellWorld(
  { say }: StorySetting,
  desk: Desk,
  heading: string,
  messages?: readonly BaseMessage[],
): Promise<void> {
  const waiting = messages === undefined ? "" : `\n${waitingText(waitingActs(messages))}`;
  say(`${heading}:\n${worldTables(await readWorld(desk.database))}${waiting}\n`);
}

function waitingText({ payments, mails }: WaitingActs): string {
  const acts = [
    ...payments.map((amount) => `a payment of ${amount} euros`),
    ...mails.map(({ to, body }) => `a mail to ${to} ("${body}")`),
  ];
  return `Held until the verdict: ${acts.join(", ") || "nothing"}.`;
}

/** How the attempts ended, and the run. */
export async function tellAttempts(
  { say }: StorySetting,
  agent: TravelDesk,
): Promise<RunHistory | undefined> {
  const [history] = await readHistory(agent, onThread);
  for (const { attempt, outcome } of history?.attempts ?? [])
    say(
      outcome?.ok === true
        ? `Attempt ${attempt} was accepted.`
        : `Attempt ${attempt} was rejected: ${outcome?.reason ?? "no reason"}`,
    );
  return history;
}

/** Fates of the acts that a run has held. */
export function tellHeld({ say }: StorySetting, history: RunHistory | undefined): void {
  for (const { attempt, effects = [] } of history?.attempts ?? []) {
    const names = (standing: EffectRecord["standing"]): string =>
      effects
        .filter((effect) => effect.standing === standing)
        .map(({ name }) => name)
        .join(", ");
    const [discarded, released] = [names("discarded"), names("released")];
    if (discarded !== "") say(`Held in attempt ${attempt}, and never carried out: ${discarded}.`);
    if (released !== "")
      say(`Held in attempt ${attempt}, and carried out once it was accepted: ${released}.`);
  }
}
