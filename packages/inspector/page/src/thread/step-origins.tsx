import { type ReactNode, useState } from "react";

import type { StepValues, TextPlaces } from "../../../src/shared/view/step-values.ts";
import { originInWords, unreadInWords } from "../../../src/shared/words/origin-words.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { hrefOf } from "../routing/route.ts";
import { routeTo, type Selection } from "./selection.ts";
import { useSelectedText } from "./use-selected-text.ts";

/** Values that are shown at once. */
const SHOWN = 6;

/** Origins of a step's values, and of the text that the reader has selected in its panel. */
export function StepOrigins({
  thread,
  selection,
  values,
}: {
  readonly thread: string;
  readonly selection: Selection;
  readonly values: StepValues | undefined;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const text = useSelectedText("step-panel");
  const { links = [], more = 0, unread } = values ?? {};
  if (links.length === 0 && unread === undefined && text === "") return null;
  const linked: Linked = { thread, selection };
  return (
    // Scrolled by keys, so it has to take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="origins" aria-labelledby="origins-title" tabIndex={0}>
      <h3 id="origins-title">Where its values came from</h3>
      {text !== "" && <SelectedText {...linked} text={text} />}
      <ul>
        {links.slice(0, isWhole ? links.length : SHOWN).map((link) => (
          <li key={`${link.from} ${link.text}`}>
            <TraceText className="mono" text={link.text} /> first in <Origin {...linked} from={link.from} />
          </li>
        ))}
        {isWhole && more > 0 && <li className="soft">{more} more</li>}
      </ul>
      {unread !== undefined && <p className="soft">{unreadInWords(unread)}</p>}
      {links.length > SHOWN && !isWhole && (
        <button type="button" className="more" onClick={() => setWhole(true)}>
          Show all {links.length + more} values
        </button>
      )}
    </section>
  );
}

/** The attempt that is looked at. */
interface Linked {
  readonly thread: string;
  readonly selection: Selection;
}

/** The step that had a value first, as a link to it. */
function Origin({ from, ...linked }: Linked & { readonly from: TextPlaces["from"] }): ReactNode {
  const words = originInWords({ from });
  if (from === "input" || from === linked.selection.step?.index) return words;
  return <a href={hrefOf(routeTo(linked.thread, linked.selection, { step: from }))}>{words}</a>;
}

function SelectedText({ text, ...linked }: Linked & { readonly text: string }): ReactNode {
  const { origin } = usePageData();
  const { attempt, run } = linked.selection;
  const id = { thread: linked.thread, run: run.run, attempt: attempt.attempt };
  const { loaded } = useLoaded(JSON.stringify([id, text]), async () => origin?.(id, text));
  if (loaded.state !== "there") return null;
  const found = loaded.value;
  return (
    <output>
      <TraceText className="mono" text={text} />{" "}
      {found === undefined ? (
        "stands word for word in no output, arguments or exception of this attempt."
      ) : (
        <>
          stands first in <Origin {...linked} from={found.from} />
          {found.later.length === 0 ? "." : `, later in ${stepsInWords(found.later)}.`}
        </>
      )}
    </output>
  );
}
