import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Links between files of the repository become links between pages of the site; what is no page (a source, a folder, a figure) is linked where it is in the
 * repository.
 *
 * @param markdown markdown-it, as vitepress has set it up
 */
export function siteLinks(markdown, { content, root, blob }) {
  markdown.core.ruler.push("site-links", ({ env, tokens }) => {
    const folder = path.dirname(path.join(root, path.relative(content, env.path)));
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href !== null && !/^([a-z]+:|#|\/)/i.test(href))
          token.attrSet("href", linkTo(href, { folder, root, blob }));
      }
  });
}

function linkTo(href, { folder, root, blob }) {
  const [target = "", hash] = href.split("#");
  const file = path.relative(root, path.resolve(folder, decodeURI(target)));
  const page =
    pageOf(file) ??
    (existsSync(path.join(root, file, "README.md")) ? pageOf(`${file}/README.md`) : undefined);
  return (page ?? blob + file) + (hash === undefined ? "" : `#${hash}`);
}

/** Places of the repository's files in the site. */
const PAGES = [
  [/^README\.md$/, () => "/"],
  [/^docs\/decisions\/README\.md$/, () => "/decisions/"],
  [/^docs\/(.+)\.md$/, (name) => `/${name}`],
  [/^((?:packages|examples)\/[^/]+)\/README\.md$/, (folder) => `/${folder}/`],
  [/^(api\/.+)\.md$/, (name) => `/${name.replace(/(^|\/)index$/, "$1")}`],
];

function pageOf(file) {
  for (const [pattern, link] of PAGES) {
    const found = pattern.exec(file);
    if (found !== null) return link(found[1]);
  }
  return undefined;
}
