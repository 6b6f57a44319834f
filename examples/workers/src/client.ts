// A client: enqueues a run for each guest, answers what it is asked, and prints how they stand.
import { rollbackQueue, type QueuedRunState } from "@langgraph-rollback/workers";
import { Pool } from "pg";

import { openBookings } from "./bookings.ts";
import { connectionString, queueSchema, schema } from "./place.ts";
import { wordsOf } from "./request.ts";

const REQUESTS = ["Ada", "Bob", "Cleo", "Dan"].map((guest, n) => ({ guest, day: 12 + n }));

const queue = await rollbackQueue({ connectionString, schema: queueSchema });
console.log("The agents' model is simulated: it reads each day wrong at first.\n");

async function follow(request: (typeof REQUESTS)[number]): Promise<void> {
  const input = { messages: [{ role: "user", content: wordsOf(request) }] };
  const threadId = `${request.guest}-${Date.now()}`;
  const { runId } = await queue.enqueue("desk", input, { threadId });
  for await (const event of queue.watch(runId)) {
    if (event.type !== "status") continue;
    console.log(`${request.guest.padEnd(5)} ${described(event.run)}`);
    if (event.status !== "waiting") continue;
    const [question] = event.run.questions ?? [];
    console.log(
      `${request.guest.padEnd(5)} is asked: ${JSON.stringify(reasonOf(question))}; answered: approve`,
    );
    await queue.answer({ runId }, { decision: "approve" });
  }
}

const reasonOf = (question: unknown): unknown =>
  typeof question === "object" && question !== null && "reason" in question ? question.reason : question;

function described({ status, worker, starts, summary, problems }: QueuedRunState): string {
  const where = status === "running" && worker !== undefined ? ` at ${worker}, start ${starts}` : "";
  const attempts = summary === undefined ? "" : ` after ${summary.attempts} attempts`;
  const told = problems.map(({ code }) => code).join(", ");
  return `${status}${where}${attempts}${told === "" ? "" : ` (${told})`}`;
}

await Promise.all(REQUESTS.map(follow));
await queue.close();

const pool = new Pool({ connectionString, max: 1 });
const bookings = await (await openBookings(pool, schema)).all();
await pool.end();
console.log("\nThe restaurant's book:");
for (const { guest, day, state } of bookings) console.log(`${guest.padEnd(5)} day ${day} ${state}`);
