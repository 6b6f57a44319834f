// The API reference: one page for each entry point that users import.
import { readFileSync } from "node:fs";
import { Converter } from "typedoc";

/** Packages whose entry points users import, in the order of the reference. */
const PACKAGES = ["rollback", "attribution", "attributors", "inspector"];

/** Modules that users import, by the source of each. */
const entries = new Map(
  PACKAGES.flatMap((name) => {
    const file = new URL(`../packages/${name}/package.json`, import.meta.url);
    const { exports, name: imported } = JSON.parse(readFileSync(file, "utf8"));
    return Object.entries(exports).flatMap(([path, { "@langgraph-rollback/source": source }]) =>
      source === undefined ? [] : [[`packages/${name}/${source.slice(2)}`, imported + path.slice(1)]],
    );
  }),
);

/** Calls modules what users call them. TypeDoc calls them by their path, from `packages/` on. */
function nameModules(app) {
  const names = new Map(
    [...entries].map(([source, name]) => [source.replace(/^packages\/|(\/index)?\.ts$/g, ""), name]),
  );
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
  });
}

// Without a type: `npm run check` reads this file where the site is not installed.
export default {
  // Types of options and results stand with their functions, though nobody can import them.
  plugin: ["typedoc-plugin-markdown", "typedoc-plugin-missing-exports", nameModules],
  placeInternalsInOwningModule: true,
  collapseInternalModule: true,
  entryPoints: [...entries.keys()].map((source) => `../${source}`),
  tsconfig: "tsconfig.json",
  out: "content/api",
  name: "API reference",
  readme: "none",
  router: "module",
  entryFileName: "index",
  excludeInternal: true,
  excludeExternals: true,
  excludePrivate: true,
  excludeProtected: true,
  disableSources: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useHTMLAnchors: true,
  useCodeBlocks: true,
  externalSymbolLinkMappings: {
    "@langchain/langgraph-checkpoint": { "*": "https://reference.langchain.com/javascript" },
  },
  treatWarningsAsErrors: true,
  expandObjects: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
};
