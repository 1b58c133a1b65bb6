import preact from "@preact/preset-vite";
import { defineConfig, type Plugin } from "vite";

/** The code of the page loads with what starts it (src/start.ts), not behind it. */
const loaded_at_once: Plugin = {
  name: "loaded-at-once",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.values(bundle ?? {}).flatMap((part) =>
        part.type === "chunk" && part.isDynamicEntry ? [{ tag: "link", injectTo: "head", attrs: { rel: "modulepreload", crossorigin: true, href: `./${part.fileName}` } }] : [],
      ),
  },
};

// Relative paths: the folder works on any static host, under any path.
export default defineConfig({
  base: "./",
  plugins: [preact(), loaded_at_once],
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, outDir: "../build/page", emptyOutDir: true },
});
