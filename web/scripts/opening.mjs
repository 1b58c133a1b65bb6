// How long an opened page takes to its first answer, of the built page: by the page's own clock, from where its address is gone
// to until the frame in which the best plan stands. First by browsers that have never seen it, then again by the same.
// node scripts/opening.mjs; scripts/page opening
import { visit } from "../tests/host.mjs";

const times = 7;
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Runs ahead of the page's own code. */
function watch() {
  const answered = () => document.querySelector(".answer[aria-busy=false] .headline b");
  const look = () => (answered() ? setTimeout(() => (globalThis.answered_ms = performance.now())) : requestAnimationFrame(look));
  requestAnimationFrame(look);
}

const { browser, address, close } = await visit();
const first = [], again = [];
for (let time = 0; time < times; ++time) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(watch);
  for (const told of [first, again]) {
    const page = await context.newPage();
    await page.goto(`${address}#view=plan&lang=en`);
    told.push(await (await page.waitForFunction(() => globalThis.answered_ms)).jsonValue());
    await page.waitForFunction(() => document.documentElement.dataset.offline === "kept"); // the second time without network
    await page.close();
  }
  await context.close();
  console.log(`  ${first.at(-1).toFixed(0)} ms, again ${again.at(-1).toFixed(0)} ms`);
}
const told = (values) => `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;
console.log(`first answer of a page opened: ${told(first)}; again: ${told(again)}`);
await close();
