import type { ThreadStatus } from "../view/thread-summary.ts";
import type { RunView } from "../view/thread-view.ts";

/** How a status looks and reads: the mark and the word say the same, colour only repeats it. */
export interface StatusWords {
  readonly mark: string;
  readonly word: string;
  readonly tone: "good" | "bad" | "open";
  /** Meaning of the word, as a sentence. */
  readonly meaning: string;
}

const WORDS: Record<ThreadStatus, StatusWords> = {
  running: { mark: "…", word: "running", tone: "open", meaning: "Another attempt is due or under way." },
  interrupted: {
    mark: "‖",
    word: "interrupted",
    tone: "open",
    meaning: "It waits for a human: at a question or at a breakpoint.",
  },
  succeeded: {
    mark: "✓",
    word: "succeeded",
    tone: "good",
    meaning: "The first attempt passed the verifier.",
  },
  recovered: { mark: "↺", word: "recovered", tone: "good", meaning: "A later attempt passed the verifier." },
  "gave-up": { mark: "✕", word: "gave up", tone: "bad", meaning: "No attempt passed the verifier." },
  observed: {
    mark: "✕",
    word: "failed, observed only",
    tone: "bad",
    meaning: "The attempt did not pass the verifier. The run was only observed: nothing was rolled back.",
  },
  unjudged: {
    mark: "?",
    word: "unjudged",
    tone: "open",
    meaning: "The verifier itself failed, or its verdict could not be stored.",
  },
  "not-judged": { mark: "·", word: "not judged", tone: "open", meaning: "No attempt has been judged." },
  failed: { mark: "✕", word: "failed", tone: "bad", meaning: "The file says that the run failed." },
};

export function statusWords(status: ThreadStatus): StatusWords {
  return WORDS[status];
}

/** Meaning of the status of a run, as a sentence, and the attempt that was returned if that is not the last one. */
export function runMeaning({ status, returned }: Pick<RunView, "status" | "returned">): string {
  const { meaning } = statusWords(status);
  return returned === undefined ? meaning : `${meaning} Attempt ${returned} was returned.`;
}
