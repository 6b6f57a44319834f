import { type PageFiles, readPageFiles } from "../server/page-files.ts";
import { gatherReport, type ReportOptions } from "./gather-report.ts";
import { inlineJson, inlineScript, inlineStyle, sourceHash } from "./inline-text.ts";
import type { ReportData } from "./report-data.ts";

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
    [
      /<meta charset="utf-8" ?\/?>/,
      (meta) => `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    ],
    [/<title>[^<]*<\/title>/, () => "<title>langgraph-rollback report</title>"],
    [/<script [^>]*src="\.\/page\.js"[^>]*><\/script>/, () => `<script type="module">${code}</script>`],
    [/<link [^>]*href="\.\/page\.css"[^>]*>/, () => `<style>${rules}</style>`],
    [
      /<div id="root">/,
      (root) => `<script type="application/json" id="report">${inlineJson(data)}</script>\n    ${root}`,
    ],
  ]);
}

type Replacement = readonly [what: RegExp, by: (found: string) => string];

/** Puts the parts in their places; a page that was built otherwise than expected must not become a report without them. */
function put(html: string, replacements: readonly Replacement[]): string {
  const places = replacements.map(([what]) => what);
  const missing = places.find((what) => !what.test(html));
  if (missing !== undefined) throw new Error(`Expected ${String(missing)} in the built page.`);
  return html.replaceAll(new RegExp(places.map(({ source }) => `(?:${source})`).join("|"), "g"), (found) => {
    const replacement = replacements.find(([what]) => what.test(found));
    return replacement?.[1](found) ?? found;
  });
}
