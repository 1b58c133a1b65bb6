import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

// Relative paths: the folder works on any static host, under any path.
export default defineConfig({
  base: "./",
  plugins: [preact()],
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, outDir: "../build/page", emptyOutDir: true },
});
