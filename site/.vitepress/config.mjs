import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";
import { siteLinks } from "./site-links.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const content = fileURLToPath(new URL("../content", import.meta.url));
const { version } = JSON.parse(readFileSync(path.join(root, "packages/rollback/package.json"), "utf8"));
const GITHUB = "https://github.com/langgraph-rollback/langgraph-rollback";

/** Pages of docs/, in the order in which a newcomer needs them. */
const GUIDE = {
  "First steps": [
    "quickstart",
    "from-langgraph",
    "concepts",
    "guarantee",
    "calibrate",
    "labels-by-replay",
    "recovery",
    "verifiers",
    "pilot",
  ],
  "In use": [
    "policies",
    "budgets",
    "approval",
    "side-effects",
    "workspace",
    "streaming",
    "callers",
    "concurrency",
    "workers",
    "checkpointers",
    "middleware",
    "shapes",
  ],
  "Looking at runs": ["inspector", "terminal", "replay", "attributors", "troubleshooting", "errors"],
  "With other tools": ["telemetry", "langsmith", "langfuse", "phoenix", "import", "mcp"],
  "What was measured": ["benchmarks", "real-model", "papers"],
  "For contributors": ["architecture", "glossary", "langgraph-internals"],
};

/** The first heading of a page. */
function titleOf(file) {
  const heading = readFileSync(path.join(root, file), "utf8")
    .split("\n")
    .find((line) => line.startsWith("# "));
  return heading?.slice(2).replaceAll("`", "") ?? file;
}

const guide = Object.entries(GUIDE).map(([text, pages]) => ({
  text,
  items: pages.map((page) => ({ text: titleOf(`docs/${page}.md`), link: `/${page}` })),
}));

const decisions = readdirSync(path.join(root, "docs/decisions"))
  .filter((file) => file !== "README.md")
  .toSorted()
  .toReversed()
  .map((file) => ({ text: titleOf(`docs/decisions/${file}`), link: `/decisions/${path.parse(file).name}` }));

const packages = ["rollback", "attribution", "attributors", "workers", "inspector", "cli"];
const examples = [
  "gsm8k-team",
  "travel-desk",
  "code-desk",
  "macnet",
  "dylan",
  "workers",
  "backends",
  "langgraph-server",
];
const readmes = (folder, names) =>
  names
    .filter((name) => existsSync(path.join(root, folder, name, "README.md")))
    .map((name) => ({ text: titleOf(`${folder}/${name}/README.md`), link: `/${folder}/${name}/` }));

/** The reference that typedoc has written, one page for each entry point. */
function reference() {
  const pages = readFileSync(new URL("../content/api/index.md", import.meta.url), "utf8");
  const found = [...pages.matchAll(/^- \[(.+)\]\((.+)\.md\)$/gm)].map(([, text, file]) => ({
    text,
    link: `/api/${file}`,
  }));
  // The main package first; the others begin with "@".
  return found.toSorted((one, other) => one.text.startsWith("@") - other.text.startsWith("@"));
}

export default defineConfig({
  title: "langgraph-rollback",
  description: "Automatic rollback with a guarantee for LangGraph JS agents",
  srcDir: "content",
  outDir: "dist",
  cleanUrls: true,
  // Servers of your own, in examples.
  ignoreDeadLinks: [/^http:\/\/localhost/],
  rewrites: {
    "README.md": "index.md",
    "docs/decisions/README.md": "decisions/index.md",
    "docs/:page*": ":page*",
    "packages/:name/README.md": "packages/:name/index.md",
    "examples/:name/README.md": "examples/:name/index.md",
  },
  markdown: {
    // The anchors that links in the repository name.
    anchor: { slugify: slug },
    config: (markdown) => siteLinks(markdown, { content, root, blob: `${GITHUB}/blob/main/` }),
  },
  themeConfig: {
    outline: [2, 3],
    search: { provider: "local" },
    nav: [
      { text: "Guide", link: "/quickstart", activeMatch: "^/(?!api|decisions|packages|examples)" },
      { text: "API", link: "/api/" },
      { text: "Examples", items: readmes("examples", examples) },
      {
        text: version,
        items: [
          { text: "Changes", link: `${GITHUB}/blob/main/packages/rollback/CHANGELOG.md` },
          { text: "Other versions", link: `${GITHUB}/tags` },
          { text: "Contributing", link: `${GITHUB}/blob/main/CONTRIBUTING.md` },
        ],
      },
    ],
    sidebar: {
      "/api/": [{ text: "API reference", items: reference() }],
      "/decisions/": [{ text: "Decisions", link: "/decisions/", items: decisions }],
      "/": [...guide, { text: "Packages", collapsed: true, items: readmes("packages", packages) }],
    },
    socialLinks: [{ icon: "github", link: GITHUB }],
  },
});
