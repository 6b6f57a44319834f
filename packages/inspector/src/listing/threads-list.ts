import { soughtBy } from "../shared/listing/find-in-thread.ts";
import { candidates, labelledThreads, listedThreads } from "../shared/listing/listed-threads.ts";
import { asksForAll, type ListedThreads, type ThreadQuery } from "../shared/listing/thread-query.ts";
import type { Label } from "../shared/labels/label.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { knownThreads, type KnownThreads } from "./known-threads.ts";
import { threadSearch, type ThreadSearchOptions } from "./thread-search.ts";

/** How a page asks for the list of threads. */
export interface ListRequest {
  /** Whether the page has had an answer to this query and wants to know more: then more is read first. */
  readonly isFollowUp: boolean;
  /** Whether all is to be read anew, for threads that were deleted. */
  readonly isAnew: boolean;
}

/** Lists threads by a query. The first answer says what is known, follow-ups look further. */
export type ThreadsList = (query: ThreadQuery, request: ListRequest) => Promise<ListedThreads>;

/**
 * Lists a source's threads, page by page and by what they hold. No query reads all of a large source at once: an answer says how much is
 * left, and the page asks again.
 *
 * @param labels that stand, of the convention that the inspector shows
 */
export function threadsList(
  source: ThreadSource,
  labels: () => Promise<readonly Label[]>,
  options: ThreadSearchOptions = {},
): ThreadsList {
  const looks = knownThreads(source);
  const search = threadSearch(source, options);
  return async (query, { isAnew, isFollowUp }) => {
    if (isAnew) {
      looks.forget();
      search.forget();
    }
    const labelled = labelledThreads(await labels());
    const { more, threads } = await lookAsFarAs(looks, query, isFollowUp);
    const sought = soughtBy(query);
    const found = search.of(sought, isFollowUp);
    if (isFollowUp) await found.read(candidates(threads, query, labelled));
    return listedThreads({ threads, more, labelled, agents: search.agents() }, query, found.find);
  };
}

/** As far as the query needs. A follow-up looks further, so that the first answer is quick. */
async function lookAsFarAs(
  looks: ReturnType<typeof knownThreads>,
  query: ThreadQuery,
  isFollowUp: boolean,
): Promise<KnownThreads> {
  const known = await looks.look();
  const reaches = !asksForAll(query) && query.from + query.count <= known.threads.length;
  return isFollowUp && known.more && !reaches ? looks.lookFurther() : known;
}
