/** @internal What prompts say that a decisive step is. */
export const DECISIVE_STEP = `The decisive step is the earliest step whose mistake the run did not recover from: had this one step been done right, and what follows been done on that footing, the run would have succeeded.
- A mistake that was noticed and put right later is not decisive.
- A step that only carries an earlier mistake on is not decisive; the step that brought it in is.
- Wrong facts are not the only mistakes. A bad plan, a misread result, an unclear or wrong order to another agent, a result trusted without cause, something left out, and stopping too early are mistakes, too.
- The step in which the failure shows is often not the step that caused it.`;
