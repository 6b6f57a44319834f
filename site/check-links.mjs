// Follows every link within the built site: the page has to be there, and the place on it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("dist", import.meta.url));
const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".html"),
);
const pages = new Map(files.map((file) => [file, readFileSync(path.join(dist, file), "utf8")]));

/** As servers resolve addresses without endings. */
const fileOf = (address) =>
  [address, `${address}.html`, path.join(address, "index.html")].find((file) => pages.has(file));

const plain = (text) => decodeURIComponent(text.replaceAll("&amp;", "&"));

const broken = [];
let followed = 0;
for (const [file, page] of pages) {
  const content = /<main[^]*<\/main>/.exec(page)?.[0] ?? page;
  for (const [, href] of content.matchAll(/ href="([^"]*)"/g)) {
    if (/^[a-z]+:/i.test(href)) continue;
    followed += 1;
    const [address, hash = ""] = plain(href).split("#");
    const target =
      address === ""
        ? file
        : path.normalize(
            address.startsWith("/") ? address.slice(1) || "." : path.join(path.dirname(file), address),
          );
    const found = fileOf(target);
    const isAsset = found === undefined && existsSync(path.join(dist, target));
    const isThere =
      isAsset || (found !== undefined && (hash === "" || pages.get(found).includes(` id="${hash}"`)));
    if (!isThere) broken.push(`${file}: ${href}`);
  }
}
for (const link of broken) console.error(`Broken: ${link}`);
console.log(`${pages.size} pages, ${followed} links within the site, ${broken.length} broken.`);
process.exitCode = broken.length === 0 ? 0 : 1;
