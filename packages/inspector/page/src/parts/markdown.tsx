import type { Nodes, Root, Table } from "mdast";
import type { ReactNode } from "react";

import { shownText } from "./shown-text.ts";

/**
 * Markdown that an agent wrote, as elements: HTML in it stays text, no picture is loaded, and a link is its text and its
 * address, with nothing to follow.
 */
export function Markdown({ tree }: { readonly tree: Root }): ReactNode {
  return (
    <div className="trace markdown" dir="auto">
      {inside(tree)}
    </div>
  );
}

function inside(node: Nodes): ReactNode {
  if (!("children" in node)) return null;
  // Parts of a text never change places.
  // oxlint-disable-next-line react/no-array-index-key
  return node.children.map((child, place) => <Node key={place} node={child} />);
}

function Node({ node }: { readonly node: Nodes }): ReactNode {
  switch (node.type) {
    case "text":
      return shownText(node.value);
    case "html":
      return <code dir="auto">{shownText(node.value)}</code>;
    case "inlineCode":
      return <code dir="auto">{shownText(node.value)}</code>;
    case "code":
      return <Code language={node.lang ?? ""} text={node.value} />;
    case "paragraph":
      return <p dir="auto">{inside(node)}</p>;
    case "heading":
      // The page's own headings are of levels above.
      return (
        <p className="markdown-heading" dir="auto">
          {inside(node)}
        </p>
      );
    case "strong":
      return <strong>{inside(node)}</strong>;
    case "emphasis":
      return <em>{inside(node)}</em>;
    case "blockquote":
      return <blockquote>{inside(node)}</blockquote>;
    case "list":
      return node.ordered === true ? (
        <ol start={node.start ?? 1}>{inside(node)}</ol>
      ) : (
        <ul>{inside(node)}</ul>
      );
    case "listItem":
      return <li>{inside(node)}</li>;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "link":
      return (
        <>
          {inside(node)} <Address url={node.url} />
        </>
      );
    case "image":
      return (
        <>
          (picture: {shownText(node.alt ?? "")}) <Address url={node.url} />
        </>
      );
    case "table":
      return <TableOf table={node} />;
    case "definition":
      return (
        <p>
          {shownText(node.identifier)}: <Address url={node.url} />
        </p>
      );
    default:
      return inside(node);
  }
}

function Address({ url }: { readonly url: string }): ReactNode {
  return (
    <span className="markdown-address" dir="ltr">
      ({shownText(url)})
    </span>
  );
}

function Code({ language, text }: { readonly language: string; readonly text: string }): ReactNode {
  return (
    <div className="markdown-code">
      {language !== "" && <span className="soft">{shownText(language)}</span>}
      <pre className="trace" dir="auto">
        {shownText(text)}
      </pre>
    </div>
  );
}

function TableOf({ table }: { readonly table: Table }): ReactNode {
  const [head, ...rows] = table.children;
  return (
    <div className="markdown-table">
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, place) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={place} scope="col">
                {inside(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={line}>
              {row.children.map((cell, place) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={place}>{inside(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
