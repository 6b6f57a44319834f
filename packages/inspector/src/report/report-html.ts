import { type PageFiles, readPageFiles } from "../built-page/page-files.ts";
import { gatherReport, type ReportOptions } from "./gather-report.ts";
import { inlineJson, inlineScript, inlineStyle, sourceHash } from "./inline-text.ts";
import type { ReportData } from "../shared/view/report-data.ts";

/**
 * The inspector's page with threads in it as one HTML file, which opens from disk and asks nobody for anything.
 *
 * @throws {ThreadNotFoundError} if there is no thread of a given id
 * @throws {PageMissingError} if the package holds no built page
 */
export async function reportHtml(options: ReportOptions): Promise<string> {
  const page = await readPageFiles();
  return reportPage(page, await gatherReport(options));
}

/** The page with its script, style and data in it. Pure. */
function reportPage({ html, script, style }: PageFiles, data: ReportData): string {
  const code = inlineScript(script);
  const rules = inlineStyle(style);
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(code)}`,
    `style-src ${sourceHash(rules)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return put(html, [
    // A policy is heard from where it stands on.
    {
      is: (element) => element.startsWith('<meta charset="utf-8"'),
      by: (meta) => `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    },
    {
      is: (element) => element.startsWith("<title>"),
      by: () => "<title>langgraph-rollback report</title>",
    },
    {
      is: (element) => element.startsWith("<script ") && element.includes(' src="./page.js"'),
      by: () => `<script type="module">${code}</script>`,
    },
    {
      is: (element) => element.startsWith("<link ") && element.includes(' href="./page.css"'),
      by: () => `<style>${rules}</style>`,
    },
    {
      is: (element) => element === '<div id="root">',
      by: (root) => `<script type="application/json" id="report">${inlineJson(data)}</script>\n    ${root}`,
    },
  ]);
}

/** An element and the text that is put in its place. */
interface Replacement {
  readonly is: (element: string) => boolean;
  readonly by: (element: string) => string;
}

/** The tags of a page; those of titles and scripts with what they hold. */
const ELEMENTS = /<[^<>]*>(?:[^<>]*<\/(?:title|script)>)?/g;

/** Puts the parts in their places; a page that was built otherwise than expected must not become a report without them. */
function put(html: string, replacements: readonly Replacement[]): string {
  const missing = new Set(replacements);
  const page = html.replaceAll(ELEMENTS, (element) => {
    const replacement = replacements.find(({ is }) => is(element));
    if (replacement === undefined) return element;
    missing.delete(replacement);
    return replacement.by(element);
  });
  for (const { is } of missing) throw new Error(`Expected an element in the built page: ${String(is)}.`);
  return page;
}
