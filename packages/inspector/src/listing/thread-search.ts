import { type Sought, findInThread, isInSummary } from "../shared/listing/find-in-thread.ts";
import type { SearchResult } from "../shared/listing/listed-threads.ts";
import { type ThreadWords, threadWords } from "../shared/listing/thread-words.ts";
import type { ThreadHit } from "../shared/listing/thread-query.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { ThreadStatus, ThreadSummary } from "../shared/view/thread-summary.ts";
import { lineOf } from "./known-threads.ts";

/** How much a search keeps and how long it reads. */
export interface ThreadSearchOptions {
  /** Characters of thread text to hold in memory. Each search reads the rest again. Default 64 million. */
  readonly characters?: number;
  /** Milliseconds after which one `read` begins no further thread. Default 250. */
  readonly patience?: number;
  /** Milliseconds since any moment. Default: the system's clock. */
  readonly clock?: () => number;
  /** Called with the reason if a thread cannot be read; the search continues without it. Default: not reported. */
  readonly onError?: (error: unknown) => void;
}

/** Searches in the text of threads. The text is read once and held in memory. */
export interface ThreadSearch {
  /** Begins a search, or continues it. */
  readonly of: (sought: Sought, isFollowUp: boolean) => OneSearch;
  /** Agents of the threads whose text is at hand. */
  readonly agents: () => readonly string[];
  readonly forget: () => void;
}

/** The search for one thing. */
export interface OneSearch {
  /** Result by now: reads nothing. */
  readonly find: (summary: ThreadSummary) => SearchResult;
  /** Reads some of the threads of which that is not known. */
  readonly read: (threads: readonly ThreadSummary[]) => Promise<void>;
}

interface KeptWords {
  readonly line: string;
  readonly version: string;
  readonly words: ThreadWords;
  readonly checkedAt: number;
}

type Answer = { readonly line: string; readonly found: { readonly hit?: ThreadHit } | undefined };

interface Answers {
  readonly since: number;
  readonly byThread: Map<string, Answer>;
}

/** Searches whose answers are remembered. */
const SEARCHES = 8;
/** Agents that are suggested. */
const AGENTS = 200;
/** Milliseconds for which the steps of a thread under way count as up to date. */
const UP_TO_DATE = 10_000;

/** Their steps go on while their line in the list stays the same. */
const UNDER_WAY: ReadonlySet<ThreadStatus> = new Set(["running", "interrupted", "not-judged"]);

/** Searches in threads of a source. One thread is read at a time. */
export function threadSearch(source: ThreadSource, options: ThreadSearchOptions = {}): ThreadSearch {
  const { characters = 64_000_000, clock = Date.now, onError = () => {}, patience = 250 } = options;
  const kept = new Map<string, KeptWords>();
  const searches = new Map<string, Answers>();
  let room = characters;
  let reading: Promise<void> = Promise.resolve();

  const keep = (id: string, entry: KeptWords) => {
    const size = sizeOf(entry.words) - (kept.has(id) ? sizeOf(kept.get(id)?.words) : 0);
    if (size > room) return;
    room -= size;
    kept.set(id, entry);
  };
  const atHand = (summary: ThreadSummary): ThreadWords | undefined => {
    const entry = kept.get(summary.id);
    if (entry === undefined || entry.line !== lineOf(summary)) return undefined;
    return UNDER_WAY.has(summary.status) && clock() - entry.checkedAt > UP_TO_DATE ? undefined : entry.words;
  };
  const read = async (summary: ThreadSummary): Promise<ThreadWords> => {
    const before = kept.get(summary.id);
    const version = await source.version(summary.id);
    const words = before?.version === version ? before.words : await wordsOf(source, summary.id);
    keep(summary.id, { line: lineOf(summary), version, words, checkedAt: clock() });
    return words;
  };
  const answersTo = (sought: Sought, isFollowUp: boolean): Answers => {
    const key = JSON.stringify(sought);
    const before = searches.get(key);
    const isKept = before !== undefined && (isFollowUp || clock() - before.since <= UP_TO_DATE);
    const answers = isKept ? before : { since: clock(), byThread: new Map<string, Answer>() };
    searches.delete(key);
    searches.set(key, answers);
    const [oldest] = searches.keys();
    if (searches.size > SEARCHES && oldest !== undefined) searches.delete(oldest);
    return answers;
  };

  return {
    of: (sought, isFollowUp) => {
      const { byThread } = answersTo(sought, isFollowUp);
      const answer = (summary: ThreadSummary, words: ThreadWords) => {
        const found = findInThread(summary, words, sought);
        byThread.set(summary.id, { line: lineOf(summary), found });
        return found;
      };
      const find = (summary: ThreadSummary): SearchResult => {
        const known = byThread.get(summary.id);
        if (known?.line === lineOf(summary)) return known.found && { ...summary, ...known.found };
        if (isInSummary(summary, sought)) return summary;
        const words = atHand(summary);
        if (words === undefined) return "unread";
        const found = answer(summary, words);
        return found && { ...summary, ...found };
      };
      const readSome = async (threads: readonly ThreadSummary[]) => {
        const from = clock();
        for (const summary of threads) {
          if (find(summary) !== "unread") continue;
          try {
            answer(summary, await read(summary));
          } catch (error) {
            onError(error);
            byThread.set(summary.id, { line: lineOf(summary), found: undefined });
          }
          if (clock() - from > patience) return;
        }
      };
      return {
        find,
        read: (threads) => {
          reading = reading.then(() => readSome(threads));
          return reading;
        },
      };
    },
    agents: () =>
      [...new Set([...kept.values()].flatMap(({ words }) => words.agents))]
        .toSorted((a, b) => (a < b ? -1 : 1))
        .slice(0, AGENTS),
    forget: () => {
      kept.clear();
      searches.clear();
      room = characters;
    },
  };
}

/** Twice the text, as its lower case is held, too. */
function sizeOf(words: ThreadWords | undefined): number {
  return 2 * (words?.text.length ?? 0);
}

/** Tasks, reasons and notes, and the output and tool calls of steps. */
async function wordsOf(source: ThreadSource, thread: string): Promise<ThreadWords> {
  const view = await source.thread(thread);
  if (view === undefined) return { pieces: [], text: "", agents: [] };
  const contents = new Map<string, string>();
  for (const { run, attempts } of view.runs)
    for (const { attempt, kept } of attempts) {
      const trajectory = await source.trajectory({ thread, run, attempt });
      for (const { content, index, toolCalls = [] } of trajectory?.steps.slice(kept) ?? [])
        contents.set(
          keyOf(run, attempt, index),
          [content, ...toolCalls.map(({ args }) => JSON.stringify(args))].join(" ").slice(0, LONGEST),
        );
    }
  return threadWords(view, (run, attempt, step) => contents.get(keyOf(run, attempt, step)));
}

/** Characters of a step that are looked through. */
const LONGEST = 16_000;

const keyOf = (run: string, attempt: number, step: number): string => JSON.stringify([run, attempt, step]);
