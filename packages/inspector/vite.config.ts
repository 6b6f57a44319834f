import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Tests build the page, too, and what they leave behind may get packed: it has to be the same page.
process.env["NODE_ENV"] = "production";

// Not the address's path: that has "%20" for a space, and a slash before Windows' drives.
const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** One script and one style sheet under fixed names, so that the report can put both into a single file. */
export default defineConfig({
  root: folder("./page"),
  base: "./",
  plugins: [react()],
  build: {
    outDir: folder("./dist/page"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 100_000,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        entryFileNames: "page.js",
        assetFileNames: "page[extname]",
        codeSplitting: false,
      },
    },
  },
});
