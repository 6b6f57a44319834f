// Step of CI after the demo: `npm run inspect`, a look at the threads that it shows, and Ctrl-C.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./processes.mjs";

// In a group of its own, so that an interrupt reaches all of it, as Ctrl-C does.
const inspect = spawn("npm", ["run", "inspect"], {
  cwd: root,
  detached: true,
  stdio: ["ignore", "pipe", "inherit"],
});
let said = "";
inspect.stdout.setEncoding("utf8").on("data", (text) => (said += text));
const ended = once(inspect, "close");

const url = await address();
const entered = await fetch(url, { redirect: "manual" });
const headers = { cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "" };
const { threads } = await (await fetch(new URL("/api/threads", url), { headers })).json();
// Its whole group, as Ctrl-C does.
process.kill(-Number(inspect.pid), "SIGINT");
await ended;
const recovered = threads.filter(({ status }) => status === "recovered").length;
console.log(`npm run inspect shows ${threads.length} threads, ${recovered} of them recovered.`);
process.exitCode = recovered > 0 ? 0 : 1;

async function address() {
  const find = () => /^(http:\/\/\S+\?token=\S+)$/m.exec(said)?.[1];
  const early = ended.then(() => {
    throw new Error(`It ended without an address:\n${said}`);
  });
  while (find() === undefined) await Promise.race([once(inspect.stdout, "data"), early]);
  return find();
}
