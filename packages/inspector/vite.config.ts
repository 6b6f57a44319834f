import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Tests build the page, too, and what they leave behind may get packed: it has to be the same page.
process.env["NODE_ENV"] = "production";

/** One script and one style sheet under fixed names, so that the report can put both into a single file. */
export default defineConfig({
  root: new URL("./page", import.meta.url).pathname,
  base: "./",
  plugins: [react()],
  build: {
    outDir: new URL("./dist/page", import.meta.url).pathname,
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
