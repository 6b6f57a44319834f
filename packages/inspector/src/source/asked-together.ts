/** A question to a Postgres database, as node-postgres takes it. */
interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly types?: unknown;
}

/** The part of its answer that PostgresSaver looks at. */
export interface Answer {
  readonly rows: readonly object[];
}

/** Whether a call of a pool asks in this way; a text alone does not. */
export function isQuestion(given: unknown): given is Question {
  return (
    typeof given === "object" &&
    given !== null &&
    "text" in given &&
    "values" in given &&
    Array.isArray(given.values) &&
    typeof given.text === "string"
  );
}

type Ask = (question: Question) => Promise<Answer>;

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
}

/** The condition by which PostgresSaver finds the checkpoints of a thread. */
const OF_THREAD = /\bthread_id\s*=\s*\$1(?!\d)/g;
/** The column of an answer that tells which question it is of. */
const PLACE = "asked_place";

/**
 * Asks a Postgres database the same about several threads in one question. PostgresSaver asks thread by thread; over one connection each question waits
 * for the answer to the one before, so that a list of a hundred threads takes two hundred round trips.
 *
 * Questions that come in one turn of the event loop are asked together, if they differ in the thread only. If that fails, each is asked by itself.
 */
export function askedTogether(ask: Ask): Ask {
  let waiting: Waiting[] = [];
  const askAll = (): void => {
    const all = waiting;
    waiting = [];
    const groups = new Map<string, Waiting[]>();
    for (const each of all) {
      const key = keyOf(each);
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
    for (const alike of groups.values()) askGroup(ask, alike);
  };
  return (question) => {
    if (question.text.match(OF_THREAD)?.length !== 1) return ask(question);
    return new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(askAll);
      waiting.push({ question, resolve });
    });
  };
}

const keyOf = ({ question: { text, values } }: Waiting): string => JSON.stringify([text, values.slice(1)]);

function askGroup(ask: Ask, alike: readonly Waiting[]): void {
  const [first] = alike;
  if (first === undefined) return;
  const { text, types, values } = first.question;
  if (alike.length === 1) return first.resolve(ask(first.question));
  const threads = alike.map(({ question }) => question.values[0]);
  const together = ask({ text: ofEach(text), values: [threads, ...values.slice(1)], types });
  for (const [place, { question, resolve }] of alike.entries())
    resolve(
      together.then(
        ({ rows }) => ({ rows: rows.filter((row) => Reflect.get(row, PLACE) === place + 1) }),
        () => ask(question),
      ),
    );
}

/** A question about one thread as one about each of a list of threads, in the order of the list. */
function ofEach(text: string): string {
  const ofOne = text.replace(OF_THREAD, "thread_id = asked.thread");
  return `select answer.*, asked.place::int as ${PLACE}
from unnest($1::text[]) with ordinality as asked(thread, place) cross join lateral (${ofOne}) answer
order by asked.place, answer.checkpoint_id desc`;
}
