// A process that runs sandboxes for others: each has a folder of its own, and is spoken to over HTTP. It prints its port, and ends with its standard input.
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

import { CopyingSandbox } from "./copying-sandbox.ts";

const [, , base = ""] = process.argv;
const sandboxes = new Map<string, CopyingSandbox>();

/** Requests to a sandbox, by name. Bytes travel as base64. */
const calls: Readonly<Record<string, (sandbox: CopyingSandbox, args: readonly string[]) => unknown>> = {
  snapshot: (sandbox) => sandbox.snapshot(),
  restore: (sandbox, [id = "", since]) => sandbox.restore(id, since),
  list: (sandbox) => sandbox.list(),
  read: (sandbox, [path = ""]) => Buffer.from(sandbox.read(path)).toString("base64"),
  write: (sandbox, [path = "", content = ""]) => sandbox.write(path, Buffer.from(content, "base64")),
  remove: (sandbox, [path = ""]) => sandbox.remove(path),
  execute: ({ folder }, [command = ""]) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    return { output: stdout + stderr, exitCode: status };
  },
};

const server = createServer(async (request, response) => {
  try {
    const [, id = "", call = ""] = (request.url ?? "").split("/");
    const sandbox = sandboxes.get(id) ?? new CopyingSandbox(`${base}/${id}`);
    sandboxes.set(id, sandbox);
    const args: string[] = JSON.parse(await text(request));
    response.end(JSON.stringify((await calls[call]?.(sandbox, args)) ?? null));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
process.stdin.on("end", () => process.exit()).resume();
