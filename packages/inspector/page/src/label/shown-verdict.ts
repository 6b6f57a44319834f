import type { GivenLabels } from "./use-given-labels.ts";

/**
 * Says something only if what it is about was in sight when the key or the button was pressed. A key that is held down says it
 * once, lest one press go through the whole queue.
 */
export function shownVerdict(
  say: () => void,
  isInSight: (event: Event) => boolean,
  { refuse }: Pick<GivenLabels, "refuse">,
): (event: Event) => void {
  return (event) => {
    if (event instanceof KeyboardEvent && event.repeat) return;
    if (isInSight(event)) say();
    else
      refuse(
        "Nothing was labelled: this was pressed before the page showed what it is about. Press it again.",
      );
  };
}
