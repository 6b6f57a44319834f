// LangGraph's MemorySaver whose content lies in a file: for another process, on a Node that no SQLite is compiled for.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { MemorySaver } from "@langchain/langgraph-checkpoint";

export class FileSaver extends MemorySaver {
  constructor(file) {
    super();
    this.file = file;
    if (existsSync(file)) Object.assign(this, deserialize(readFileSync(file)));
  }

  async put(config, checkpoint, metadata) {
    return this.kept(await super.put(config, checkpoint, metadata));
  }

  // With all of its parameters: recording asks how many there are.
  async putWrites(config, writes, taskId, taskPath) {
    return this.kept(await super.putWrites(config, writes, taskId, taskPath));
  }

  /** A process that dies here leaves the file either as it was or as it is to be. */
  kept(result) {
    const { storage, writes } = this;
    writeFileSync(`${this.file}.tmp`, serialize({ storage, writes }));
    renameSync(`${this.file}.tmp`, this.file);
    return result;
  }
}
