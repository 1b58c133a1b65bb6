// Pictures of every view, narrow, usual and wide, light and dark, in both languages, for whoever looks after a change.
// node scripts/screenshots.mjs FOLDER [VIEW …]; scripts/page screenshots FOLDER [VIEW …]
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { host } from "../tests/host.mjs";

const views = {
  plan: ["plan&job=train", ".headline b"],
  service: ["plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20", ".headline b"],
  launch: ["plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20&q.launch=open&q.launch_on=kubernetes", "[role=tab]"],
  regions: ["plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20&q.region=any&q.api_price=%240.60%2F%241.80", ".further tbody"],
  yen: ["plan&job=train&q.region=any&q.quota=p5%3D16&currency=JPY&rate=155&tax=10", ".further tbody"],
  read: ["read", ".headline b"],
  compare: ["compare&job=train", "tbody tr"],
  fit: ["fit&q.machine=g6e.xlarge", "figure svg"],
  catalogue: ["catalogue", "tbody tr"],
  accuracy: ["accuracy", "figure svg"],
  learn: ["learn", "figure svg"],
};
const settles_ms = 1000;

const [folder, ...chosen] = process.argv.slice(2);
if (!folder || chosen.some((view) => !views[view])) {
  console.error(`usage: screenshots FOLDER [${Object.keys(views).join("|")} …]`);
  process.exit(2);
}
await mkdir(folder, { recursive: true });
const served = await host();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const view of chosen.length > 0 ? chosen : Object.keys(views)) {
  const [hash, shown] = views[view];
  for (const lang of ["en", "ja"]) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${served.address}#view=${hash}&lang=${lang}`);
    await page.waitForSelector(shown, { timeout: 120_000 });
    for (const width of [390, 1280, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(settles_ms);
        await page.screenshot({ path: join(folder, `${view}-${width}-${lang}-${colorScheme}.png`), fullPage: true });
      }
    }
    await page.close();
  }
}
await browser.close();
served.close();
