import preact from "@preact/preset-vite";
import { defineConfig, type Plugin } from "vite";

const page = "report.html";

/** Script and style within the page: a report is one file. */
const in_one_file: Plugin = {
  name: "in-one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const html = bundle[page];
    if (html?.type !== "asset") throw new Error(`${page} was not built`);
    let text = String(html.source).replaceAll(/\s*<(script type="module"|link rel="(stylesheet|modulepreload)") [^>]*>(<\/script>)?/g, "");
    for (const [name, part] of Object.entries(bundle)) {
      if (name === page) continue;
      const inside =
        part.type === "chunk"
          ? `<script type="module">${part.code.replaceAll("</script", "<\\/script")}</script>`
          : `<style>${String(part.source)}</style>`;
      text = text.replace("</body>", () => `${inside}\n</body>`);
      delete bundle[name];
    }
    html.source = text;
  },
};

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [preact(), in_one_file],
  build: { target: "es2022", outDir: "../build/page", emptyOutDir: false, modulePreload: false, rollupOptions: { input: page } },
});
