import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** The methods that LangGraph and the rollback call while a graph runs. */
export const METHODS = ["getTuple", "list", "put", "putWrites"] as const;
export type Method = (typeof METHODS)[number];

/** Which call fails: the nth of a method, from 1, and those after it if it fails for good. */
export interface Fault {
  readonly method: Method;
  readonly n: number;
  readonly forGood: boolean;
}

/** A call that failed. */
export interface Hit {
  /** Whether a run of the graph made it, rather than the rollback around it. */
  readonly byRun: boolean;
  /** Whether the verifier had been called before. */
  readonly afterVerdict: boolean;
}

/** Message of the error that a failed call throws. */
export const FAULT = "the connection was lost";

/** Key by which the rollback tells the checkpointer which attempt a call belongs to; only the calls of a run have it. */
const STAMP = "__langgraph_rollback";

/** Keeps threads in memory, and lets one call fail, or all from one call on. */
export class FaultySaver extends MemorySaver {
  readonly hits: Hit[] = [];
  /** To be set once the verifier is called. */
  hasVerdict = false;
  /** Nothing fails any more. */
  isMended = false;
  #calls = 0;
  readonly #fault: Fault;

  constructor(fault: Fault) {
    super();
    this.#fault = fault;
  }

  #meet(method: Method, config: { readonly configurable?: Readonly<Record<string, unknown>> }): void {
    const { n, forGood } = this.#fault;
    if (this.isMended || method !== this.#fault.method) return;
    this.#calls += 1;
    if (this.#calls !== n && !(forGood && this.#calls > n)) return;
    this.hits.push({ byRun: STAMP in (config.configurable ?? {}), afterVerdict: this.hasVerdict });
    throw new Error(FAULT);
  }

  override async getTuple(...args: Parameters<BaseCheckpointSaver["getTuple"]>) {
    this.#meet("getTuple", args[0]);
    return super.getTuple(...args);
  }

  override async *list(...args: Parameters<BaseCheckpointSaver["list"]>) {
    this.#meet("list", args[0]);
    yield* super.list(...args);
  }

  override async put(...args: Parameters<MemorySaver["put"]>) {
    this.#meet("put", args[0]);
    return super.put(...args);
  }

  // As many parameters as LangGraph's own has: it tells from them that task paths are stored.
  override async putWrites(
    config: Parameters<MemorySaver["putWrites"]>[0],
    writes: Parameters<MemorySaver["putWrites"]>[1],
    taskId: string,
    ...path: string[]
  ) {
    this.#meet("putWrites", config);
    return super.putWrites(config, writes, taskId, ...path);
  }
}
