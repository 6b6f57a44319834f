import { type ReactNode, useEffect, useRef } from "react";

import type { Route } from "../routing/route.ts";
import { keysOf } from "./keyboard-map.ts";

/** The keys of a page, in a dialog. */
export function KeyHelp({
  page,
  onClose,
}: {
  readonly page: Route["page"];
  readonly onClose: () => void;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="key-help" aria-labelledby="key-help-title" onClose={onClose}>
      <header>
        <h2 id="key-help-title">Keys</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {keysOf(page).map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map((each) => (
              <div key={each.does}>
                <dt>
                  {each.keys.map((key) =>
                    key === "…" ? <span key={key}>to</span> : <kbd key={key}>{key}</kbd>,
                  )}
                </dt>
                <dd>{each.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </dialog>
  );
}
