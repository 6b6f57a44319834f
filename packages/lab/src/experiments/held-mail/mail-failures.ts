import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { readHistory, withRollback } from "langgraph-rollback";

import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import { tasksOn } from "../../failures/problem-split.ts";
import { addressOf, isMailRight, LOOKS_UP, mailingAgent } from "../../systems/mailing-support.ts";
import { numberedIds } from "../../systems/numbered-ids.ts";
import { requestOf, rightAnswer } from "../../systems/support-agent.ts";
import type { SystemTask } from "../../systems/system.ts";
import { type Delivered, messageIdOf, openPostOffice, type PostOffice } from "./post-office.ts";

/** Ways to declare the mail tool, in the order of tables. */
export const ARMS = ["irreversible", "hold", "read-only"] as const;
export type MailArm = (typeof ARMS)[number];

/** One failed run of an arm, and the mails that have left for it. */
export interface MailedRun {
  readonly problem: string;
  /** Whether its result is accepted in the end. */
  readonly isAccepted: boolean;
  /** Whether it was given up as a rollback would have undone the mail. */
  readonly isStopped: boolean;
  readonly attempts: number;
  /** Mails that the server has accepted for its customer. */
  readonly mails: number;
  /** Mails whose id an earlier mail has, to the same customer or to another one. */
  readonly repeated: number;
  /** Mails with the right answer. */
  readonly right: number;
  /** Mails whose id is made of the key of an act that the run's history calls released. */
  readonly released: number;
}

/** Cases of customers. */
const CASES = Array.from({ length: 3000 }, (_, nth) => String(nth));

/** Tasks that the agent gets wrong at its first attempt, by mistakes of its own. Nothing is mailed. */
export async function failingTasks(count: number, seed: number): Promise<readonly SystemTask[]> {
  const failing: SystemTask[] = [];
  for (const task of tasksOn(CASES, seed)) {
    if (failing.length === count) return failing;
    const { messages } = await mailingAgent(() => Promise.resolve()).invoke(requestOf(task));
    if (!isMailRight(messages)) failing.push(task);
  }
  throw new RangeError(`Expected ${count} failures, got ${failing.length}: there are no more tasks.`);
}

/** Runs the agent on tasks, with rollback as it is without any label, and with a mail server of its own. */
export async function mailFailures(
  arm: MailArm,
  tasks: readonly SystemTask[],
  onRun: () => void,
): Promise<readonly MailedRun[]> {
  const office = await openPostOffice();
  try {
    const runs: MailedRun[] = [];
    for (const task of tasks) {
      runs.push(await mailedRun(arm, task, office));
      onRun();
    }
    return runs;
  } finally {
    await office.close();
  }
}

async function mailedRun(arm: MailArm, task: SystemTask, office: PostOffice): Promise<MailedRun> {
  const agent = withRollback(mailingAgent(office.send, new MemorySaver()), {
    verify: ({ output }) => isMailRight(output?.messages ?? []),
    maxRollbacks: ROLLBACKS,
    ids: numberedIds(task.id),
    effects: { tools: { ...LOOKS_UP, send_mail: arm } },
  });
  const config = { configurable: { thread_id: task.id } };
  await agent.invoke(requestOf(task), config);
  const [run] = await readHistory(agent, config);
  const attempts = run?.attempts ?? [];
  const keys = attempts
    .flatMap(({ effects = [] }) => effects)
    .filter(({ standing }) => standing === "released")
    .map(({ key }) => messageIdOf(key));
  const { delivered } = office;
  const mails = delivered.filter(({ to }) => to === addressOf(task));
  const isRepeated = (mail: Delivered): boolean =>
    delivered.find(({ messageId }) => messageId === mail.messageId) !== mail;
  return {
    problem: task.problem,
    isAccepted: attempts.at(-1)?.decision === "accept",
    isStopped: attempts.at(-1)?.stopped?.by === "irreversible-effect",
    attempts: attempts.length,
    mails: mails.length,
    repeated: mails.filter(isRepeated).length,
    right: mails.filter(({ raw }) => raw.includes(rightAnswer(task))).length,
    released: mails.filter(({ messageId }) => keys.includes(messageId)).length,
  };
}
