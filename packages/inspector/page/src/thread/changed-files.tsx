import { type ReactNode, useState } from "react";

import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { ChangedFileView, FilesView } from "../../../src/shared/view/files-view.ts";
import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { filesNotices, fileStateWords, restoredWords } from "../../../src/shared/words/file-words.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { UnifiedLines } from "./unified-lines.tsx";

/** Files of a workspace that an attempt changed, and what was put back. They are read when somebody opens the list. */
export function ChangedFiles({
  id,
  attempt,
}: {
  readonly id: AttemptId;
  readonly attempt: AttemptView;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { files } = attempt;
  if (files === undefined) return null;
  const restored = restoredWords(files);
  return (
    <div className="files">
      {filesNotices(attempt).map(({ more, paths, words }) => (
        <p className="notice" key={words}>
          <span className="notice-sign" aria-hidden="true">
            !
          </span>
          <span>
            {words}:{" "}
            {paths.map((path, place) => (
              <span key={path}>
                {place > 0 && ", "}
                <TraceText className="mono" text={path} />
              </span>
            ))}
            {more > 0 && ` and ${more} more`}.
          </span>
        </p>
      ))}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          Files that attempt {attempt.attempt} changed{restored !== "" && `, ${restored}`}
        </summary>
        {isOpen && <ReadFiles id={id} />}
      </details>
    </div>
  );
}

function ReadFiles({ id }: { readonly id: AttemptId }): ReactNode {
  const data = usePageData();
  const { thread, run, attempt } = id;
  const { loaded, reload } = useLoaded(`files ${JSON.stringify([thread, run, attempt])}`, () =>
    data.files(id),
  );
  return (
    <Waiting loaded={loaded} what="the files" reload={reload}>
      {(view) =>
        view === undefined ? <p className="soft">Nothing is known of them.</p> : <Files view={view} />
      }
    </Waiting>
  );
}

function Files({ view: { changes, missing, more } }: { readonly view: FilesView }): ReactNode {
  if (missing !== undefined) return <TraceText as="p" className="soft" text={missing} />;
  if (changes.length === 0) return <p className="soft">It changed no file.</p>;
  return (
    <>
      <ul>
        {changes.map((file) => (
          <li key={file.path}>
            <ChangedFile file={file} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="soft">{more} more are not shown; the command `files` lists all of them.</p>}
    </>
  );
}

const SIGNS = { added: "+", changed: "~", deleted: "-" } as const;

function ChangedFile({ file }: { readonly file: ChangedFileView }): ReactNode {
  const { change, difference, left, path } = file;
  const name = (
    <>
      <span className="notice-sign" aria-hidden="true">
        {SIGNS[change]}
      </span>{" "}
      <TraceText className="mono" text={path} />{" "}
      <span className="soft">
        {change}, {fileStateWords(file)}
      </span>
    </>
  );
  return (
    <>
      {difference === undefined ? (
        <p>{name}</p>
      ) : (
        <details>
          <summary>{name}</summary>
          <UnifiedLines lines={difference} />
        </details>
      )}
      {left !== undefined && <p className="soft file-left">{left}</p>}
    </>
  );
}
