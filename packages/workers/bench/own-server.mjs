// A Postgres server of the bench's own, so that whatever else the machine's server does is not measured.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";

/** Folders in which Debian and the official images keep the programs of Postgres. */
const PLACES = "/usr/lib/postgresql";

function programs() {
  const versions = existsSync(PLACES) ? readdirSync(PLACES).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((version) => path.join(PLACES, version, "bin"))
    .find((each) => existsSync(path.join(each, "initdb")));
  if (folder === undefined) throw new Error(`The bench needs a Postgres server in ${PLACES}.`);
  return folder;
}

/** Postgres does not run as root: then it runs as the system's user of its name. */
function servingUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server with Postgres' default settings, but for `max_connections`. fsync is on. */
export async function ownServer() {
  const [bin, user, port] = [programs(), servingUser(), await freePort()];
  const folder = mkdtempSync(path.join(tmpdir(), "workers-bench-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const made = spawnSync(
    path.join(bin, "initdb"),
    ["-D", `${folder}/data`, "-U", "postgres", "-A", "trust", "-E", "UTF8"],
    { ...user, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const server = spawn(
    path.join(bin, "postgres"),
    ["-D", `${folder}/data`, "-p", String(port), "-k", folder, "-c", "max_connections=300"],
    { ...user, cwd: folder, stdio: "ignore" },
  );
  // Nothing is left of it, however the script ends.
  const leave = () => {
    server.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", leave);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const admin = await connected(url);
  const rowOf = async (sql) => (await admin.query(sql)).rows[0];
  return {
    url,
    version: (await rowOf("SHOW server_version")).server_version,
    rowOf,
    /** Seconds of processor time that the server has used, all of its processes together. */
    cpu: () => cpuOf(server.pid),
    /** Bytes of write-ahead log that it has written. */
    wal: async () => Number((await rowOf("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes")).bytes),
    /** Transactions that it has committed, the readings themselves among them. */
    commits: async () => {
      await admin.query("SELECT pg_stat_clear_snapshot()");
      return Number(
        (await rowOf("SELECT sum(xact_commit) AS commits FROM pg_stat_database WHERE datname = 'postgres'"))
          .commits,
      );
    },
    stop: async () => {
      await admin.end();
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
      process.off("exit", leave);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connected(url) {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(100);
    }
  }
}

const TICKS = Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout) || 100;

/** Fields of /proc/PID/stat behind the name of the program, which may hold spaces. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return undefined;
  }
}

/** Of living processes to the nanosecond; of those that have ended, by the ticks that their parent has counted. */
function cpuOf(parent) {
  const PPID = 1;
  const [own] = [statOf(parent)];
  const ended = own === undefined ? 0 : (own[13] + own[14]) / TICKS;
  const living = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(name) === parent || statOf(name)?.[PPID] === parent);
  return living.reduce((sum, pid) => sum + nanoseconds(pid) / 1e9, ended);
}

function nanoseconds(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
  } catch {
    return 0;
  }
}
