// Opens the built site in a browser, without a network: pages fit, the search finds, no request goes to another host.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const dist = fileURLToPath(new URL("dist", import.meta.url));
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync,
);
if (executablePath === undefined) {
  console.log("No Chromium on this machine: the site was not opened in a browser.");
  process.exit(0);
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

const server = createServer(async ({ url = "/" }, response) => {
  const { pathname } = new URL(url, "http://site");
  const wanted = path.join(dist, decodeURI(pathname));
  const file = [wanted, `${wanted}.html`, path.join(wanted, "index.html")].find(
    (each) => path.extname(each) !== "" && existsSync(each),
  );
  if (file === undefined) return void response.writeHead(404).end();
  response.setHeader("content-type", TYPES[path.extname(file)] ?? "application/octet-stream");
  response.end(await readFile(file));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const PAGES = ["/", "/quickstart", "/benchmarks", "/inspector", "/api/langgraph-rollback", "/packages/cli/"];
const faults = [];
const expectThat = (holds, what) => holds || faults.push(what);

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const width of [380, 1440]) {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.on("pageerror", (error) => faults.push(`${width} px: ${error.message}`));
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(origin) || request.url().startsWith("data:");
    expectThat(isOwn, `${width} px: asked for ${request.url()}`);
  });
  for (const address of PAGES) {
    await page.goto(origin + address, { waitUntil: "networkidle" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expectThat(wide <= width, `${address} is ${wide} px wide on a screen of ${width}.`);
    const hasHeading = await page.locator("main h1").count();
    expectThat(hasHeading === 1, `${address} has ${hasHeading} first headings at ${width} px.`);
  }
  await page.goto(`${origin}/quickstart`, { waitUntil: "networkidle" });
  await page.locator("#local-search button").first().click();
  await page.locator(".search-input").fill("withRollback");
  await page.locator(".VPLocalSearchBox .result").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/quickstart" || url.hash !== "");
  await page.close();
}
await browser.close();
server.close();

for (const fault of faults) console.error(`Fault: ${fault}`);
console.log(`${PAGES.length} pages and the search at 380 and 1440 px: ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
