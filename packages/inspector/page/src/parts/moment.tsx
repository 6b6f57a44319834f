import type { ReactNode } from "react";

import { localMoment } from "./local-moment.ts";
import { shownText } from "./shown-text.ts";

/** A moment in the reader's time zone; its title says it in UTC. */
export function Moment({ iso }: { readonly iso: string }): ReactNode {
  return (
    <time className="moment" dateTime={iso} title={shownText(iso)}>
      {shownText(localMoment(iso))}
    </time>
  );
}
