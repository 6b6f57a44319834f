import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** Serious and critical faults that axe finds on a page as it stands, one line each. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const { violations }: AxeResults = await page.evaluate(
    // The rule is marked experimental, so axe leaves it out by default: a control's visible text is in its name.
    `axe.run(document, {
      resultTypes: ["violations"],
      rules: { "label-content-name-mismatch": { enabled: true } },
    })`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
    );
}

const DARK = { name: "dark and narrow", colorScheme: "dark", viewport: { width: 360, height: 740 } } as const;
const LIGHT = {
  name: "light and wide",
  colorScheme: "light",
  viewport: { width: 1440, height: 900 },
} as const;

/** Looks that a page must be good in: the colours of both schemes, and both widths. */
export const LOOKS: readonly (typeof DARK | typeof LIGHT)[] = [LIGHT, DARK];

/** By how many pixels a page is wider than its window; more than none has to be scrolled sideways. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
