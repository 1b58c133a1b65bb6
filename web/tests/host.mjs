// The page as hakaru page gives it, at a free port of this machine, and a browser that visits it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const program = fileURLToPath(new URL("../../build/release/hakaru", import.meta.url));

/** Gives the address and what ends it. PAGE: a folder to look at, instead of the page within the program. */
export async function host() {
  const folder = process.env.PAGE ? ["--folder", process.env.PAGE] : [];
  const served = spawn(program, ["page", "--port", "0", "--no-browser", "--lang", "en", ...folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(served.stdout), "line");
  return { address: `${line.replace("listening on ", "")}/`, close: () => served.kill() };
}

/** Gives a browser, what opens a page in it, and what ends both. */
export async function visit() {
  const served = await host();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  /** Opens `hash`, waits for `shown`, and gives the page with what went wrong meanwhile. */
  async function opened(hash, { width = 1280, colorScheme = "light", shown }) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: false });
    page.setDefaultTimeout(120_000); // for a machine that has much else to do
    const wrong = [];
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("request", (request) => request.url().startsWith(served.address) || wrong.push(request.url()));
    await page.goto(served.address + hash);
    await page.waitForSelector(shown);
    return { page, wrong };
  }
  const close = async () => {
    await browser.close();
    served.close();
  };
  return { browser, address: served.address, opened, close };
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Neither in light nor in dark. */
export async function serious_none(page) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(`(() => { ${axe}; return axe.run(document); })()`);
    const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]), []);
  }
}

/** As if somebody let go of a file over the view. */
export async function drop(page, name, text) {
  const data = await page.evaluateHandle(([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, [name, text]);
  await page.dispatchEvent("main > :last-child", "drop", { dataTransfer: data });
}

/** What a click on the button of this name saves: the file's name and bytes. */
export async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).first().click()]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}
