import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";

import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import { type Acts, usePageData } from "../data/page-data.ts";
import { messageOf } from "../parts/message-of.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useOneAtATime } from "../parts/use-one-at-a-time.ts";
import { ActingNotices, type Said } from "./acting-notices.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { type Acting, ActingContextProvider, type Intent } from "./use-acting.ts";
import { useName } from "./use-name.ts";

/** Milliseconds between two looks at a run that is under way: its end may change nothing that is watched. */
const LOOK = 1000;

/** Lets the parts of a thread's page act on it, where the inspector may. */
export function ActingProvider({
  view,
  children,
}: {
  readonly view: ThreadView;
  readonly children: ReactNode;
}): ReactNode {
  const { acts } = usePageData();
  if (acts === undefined) return children;
  return (
    <Desk acts={acts} thread={view.id} shown={view}>
      {children}
    </Desk>
  );
}

/** A dialog about a thread on a page that shows others as well. @param onDone after it has closed */
export function OneAction({
  acts,
  thread,
  intent,
  onDone,
}: {
  readonly acts: Acts;
  readonly thread: string;
  readonly intent: Intent;
  readonly onDone: () => void;
}): ReactNode {
  return <Desk acts={acts} thread={thread} shown={thread} first={intent} onDone={onDone} />;
}

function Desk({
  acts,
  thread,
  shown: view,
  first,
  onDone,
  children,
}: {
  readonly acts: Acts;
  readonly thread: string;
  /** The thread as the page shows it: it is looked at again once this is another one. */
  readonly shown: unknown;
  /** The only action that it is for. Default: all of a thread. */
  readonly first?: Intent;
  readonly onDone?: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { loaded, reload } = useLoaded(`act ${thread}`, () => acts.view(thread));
  const [said, setSaid] = useState<Said>();
  const [intent, setIntent] = useState(first);
  const [by, setBy] = useName(acts.by);
  const there = loaded.state === "there" ? loaded.value : undefined;
  const refresh = useEffectEvent(reload);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    // A thread that has moved can be acted on in another way.
    refresh();
  }, [view]);
  useEffect(() => {
    const isStill = there?.underWay === undefined && there?.whatIfs?.underWay === undefined;
    if (isStill && there?.queued?.hasEnded !== false) return undefined;
    const timer = setTimeout(() => refresh(), LOOK);
    return () => clearTimeout(timer);
  }, [there]);
  const whileBusy = useOneAtATime((text) => setSaid({ text, isError: true }));
  const act: Acting["act"] = async (name, body, told) => {
    let isDone = false;
    await whileBusy(async () => {
      const failed = await acts.act(name, body).then(
        () => undefined,
        (error: unknown) => messageOf(error),
      );
      return () => {
        isDone = failed === undefined;
        setSaid({ text: failed ?? told, isError: !isDone });
        reload();
      };
    });
    return isDone;
  };
  const open = (wanted: Intent): void => {
    setSaid(undefined);
    setIntent(wanted);
  };
  const acting: Acting = { thread, view: there, by, setBy, open, act };
  return (
    <ActingContextProvider value={acting}>
      {first === undefined && (
        <ActingNotices said={intent === undefined ? said : undefined} loaded={loaded} />
      )}
      {children}
      {intent !== undefined && (
        <ActionDialog
          acts={acts}
          intent={intent}
          refusal={said?.isError === true ? said : undefined}
          onClose={() => {
            setIntent(undefined);
            onDone?.();
          }}
        />
      )}
    </ActingContextProvider>
  );
}
