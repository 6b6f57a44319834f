import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import axe from "axe-core";
const url = /http:\/\/\S+token=[\w-]+/.exec(readFileSync("/tmp/stats/inspect.log", "utf8"))[0];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const t0 = Date.now();
for (const scheme of ["light", "dark"]) for (const width of [380, 1024, 1440]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  await page.goto(url);
  await page.getByRole("link", { name: "Agent" }).click();
  await page.getByText("Alike failures").waitFor();
  const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  await page.screenshot({ path: `/tmp/stats/${scheme}-${width}.png`, fullPage: true });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(`axe.run(document, { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } })`);
  console.log(scheme, width, "over", over, "axe", violations.map((v) => `${v.id} ${v.impact} ${v.nodes[0].html}`), Date.now() - t0);
  await context.close();
}
await browser.close();
