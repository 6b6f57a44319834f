import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  END,
  type LangGraphRunnableConfig,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { effect, withRollback } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";
import { sqlite } from "../fixtures/sqlite.ts";
import { checkDatabase } from "./check-database.ts";

const root = await mkdtemp(path.join(tmpdir(), "doctor-db-"));
let files = 0;
afterAll(() => rm(root, { recursive: true }));

const open: NonNullable<typeof sqlite.open> = sqlite.open ?? (() => expect.fail(sqlite.missing));

describe.skipIf(sqlite.open === undefined)(`checkDatabase${sqlite.missing}`, () => {
  const graph = (saver: SqliteSaver) =>
    new StateGraph(MessagesAnnotation)
      .addNode("plan", () => ({ messages: [{ role: "assistant", content: "First, …" }] }))
      .addNode("act", () => ({ messages: [{ role: "assistant", content: "Done." }] }))
      .addEdge(START, "plan")
      .addEdge("plan", "act")
      .addEdge("act", END)
      .compile({ checkpointer: saver });

  /** A database with a thread of so many turns for each durability. */
  async function database(turns: number, ...durabilities: readonly ("sync" | "exit")[]): Promise<string> {
    const file = path.join(root, `${(files += 1)}.sqlite`);
    const saver = open(file);
    await saver.getTuple({ configurable: { thread_id: "none" } });
    for (const durability of durabilities) {
      const config = { configurable: { thread_id: `saved-${durability}` }, durability };
      for (const content of ["Hello?", "And now?"].slice(0, turns))
        await graph(saver).invoke({ messages: [{ role: "user", content }] }, config);
    }
    saver.db.close();
    return file;
  }

  async function examine(where: string) {
    const diagnoses = await checkDatabase(where, {});
    const codes = diagnoses.flatMap((diagnosis) => (diagnosis.level === "ok" ? [] : [diagnosis.code]));
    return { codes, levels: diagnoses.map(({ level }) => level), text: JSON.stringify(diagnoses) };
  }

  it("finds nothing to say against threads with checkpoints between their steps", async () => {
    const { levels, text } = await examine(await database(2, "sync"));
    expect(levels).toEqual(["ok", "ok", "ok"]);
    expect(text).toContain("8 checkpoints are of one thread");
  });

  it("faults threads that were saved at the end of their runs alone, and names one", async () => {
    for (const turns of [1, 2]) {
      const { codes, levels, text } = await examine(await database(turns, "sync", "exit"));
      expect({ codes, levels }).toEqual({ codes: ["DURABILITY_EXIT"], levels: ["ok", "fault", "ok"] });
      expect(text).toContain("One thread was saved at the end of runs alone");
      expect(text).toContain("saved-exit");
    }
  });

  /** A database with a run that fails after two effects, of which one cannot be undone and the other one's `undo` throws. */
  async function booked(mode: "rollback" | "observe"): Promise<string> {
    const file = path.join(root, `${(files += 1)}.sqlite`);
    const saver = open(file);
    const booking = new StateGraph(MessagesAnnotation)
      .addNode("send_mail", () => ({ messages: [{ role: "assistant", content: "Sent." }] }))
      .addNode("book", () => ({ messages: [{ role: "assistant", content: "Booked." }] }))
      .addEdge(START, "send_mail")
      .addEdge("send_mail", "book")
      .addEdge("book", END)
      .compile({ checkpointer: saver });
    const guarded = withRollback(booking, {
      verify: () => false,
      mode,
      effects: {
        onIrreversible: "allow",
        undoRetries: 0,
        nodes: {
          send_mail: "irreversible",
          book: {
            undo: () => {
              throw new Error("The hotel does not answer.");
            },
          },
        },
      },
    });
    const config = { configurable: { thread_id: "left" } };
    await guarded.invoke({ messages: [{ role: "user", content: "Book." }] }, config).catch(() => undefined);
    saver.db.close();
    return file;
  }

  it("warns of what failed attempts left outside of the graph, and names it", async () => {
    const { codes, text } = await examine(await booked("rollback"));
    expect(codes).toEqual(["EFFECT_NOT_UNDONE", "EFFECT_STANDS"]);
    expect(text).toContain(String.raw`\"book\" of attempt 1 in thread \"left\"`);
    expect(text).toContain(String.raw`\"send_mail\" of attempt 1 in thread \"left\"`);
  });

  it("does not warn of what stands because the run was only observed", async () => {
    const { codes, text } = await examine(await booked("observe"));
    expect(codes).toEqual([]);
    expect(text).not.toContain("send_mail");
  });

  it("lists acts that are held after the end of their run", async () => {
    const file = path.join(root, `${(files += 1)}.sqlite`);
    const saver = open(file);
    const mail = async (_: typeof MessagesAnnotation.State, config: LangGraphRunnableConfig) => {
      const content = await effect(config, { name: "mail", args: "Ann", act: () => "sent" });
      return { messages: [{ role: "assistant", content }] };
    };
    const mailing = new StateGraph(MessagesAnnotation)
      .addNode("mail", mail)
      .addEdge(START, "mail")
      .compile({ checkpointer: saver });
    const verify = (): never => {
      throw new Error("The judge is down.");
    };
    const guarded = withRollback(mailing, {
      verify,
      effects: { tools: { mail: { hold: { release: () => {} } } } },
    });
    await guarded.invoke({ messages: [] }, { configurable: { thread_id: "held" } });
    saver.db.close();
    const { codes, text } = await examine(file);
    expect(codes).toEqual(["EFFECT_NOT_RELEASED"]);
    expect(text).toContain(String.raw`\"mail\" of attempt 1 in thread \"held\"`);
    expect(text).not.toContain("effects of failed attempts are recorded");
  });

  it("warns of a database without threads", async () => {
    expect(await examine(await database(0))).toMatchObject({
      codes: ["DATABASE_EMPTY"],
      levels: ["warning"],
    });
  });

  it("faults what is no database of a checkpointer, is not there, or does not let anybody in", async () => {
    const other = path.join(root, "other.sqlite");
    const saver = open(other);
    saver.db.exec("create table mine (id)");
    saver.db.close();
    for (const where of [other, path.join(root, "nowhere.sqlite"), import.meta.filename])
      expect(await examine(where)).toMatchObject({ codes: ["DATABASE_UNREADABLE"], levels: ["fault"] });
    const refused = await examine("postgresql://me:secret@127.0.0.1:9/agents");
    expect(refused).toMatchObject({ codes: ["DATABASE_UNREADABLE"], levels: ["fault"] });
    expect(refused.text).not.toContain("secret");
  });
});
