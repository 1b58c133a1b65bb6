// Every view, in both languages, light and dark, narrow and wide: it shows its figures, says nothing on the console, asks no
// other host, has no serious violation that axe finds, and does not scroll sideways.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drop, host, program, serious_none, visit } from "./host.mjs";

let browser, opened, close;

before(async () => ({ browser, opened, close } = await visit()));
after(() => close?.());

const views = [
  ["plan&job=train", ".headline b"],
  ["plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20", ".headline b"],
  ["plan&job=train&q.why_not=g6e.xlarge&q.what_if=price%3D0.5x&q.beside=2", ".differences"],
  ["compare&job=train", "tbody tr"],
  ["compare&q.of=plans", "input[type=file]"],
  ["compare&job=serve&q.model=llama-3.1-8b&q.users=20&q.machines=g6e.xlarge+inf2.48xlarge", "tbody tr"],
  ["fit&q.machine=g6e.xlarge", "tbody tr"],
  ["catalogue", "tbody tr"],
  ["accuracy", "tbody tr"],
  ["learn", ".loop"],
];

for (const [view, shown] of views) {
  for (const lang of ["en", "ja"]) {
    test(`${view} in ${lang}`, async () => {
      const { page, wrong } = await opened(`#view=${view}&lang=${lang}`, { shown });
      assert.equal(await page.getAttribute("html", "lang"), lang);
      for (const width of [390, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForTimeout(200);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(wide, 0, `scrolls sideways at ${width}`);
      }
      await serious_none(page);
      assert.deepEqual(wrong, []);
      await page.close();
    });
  }
}

test("a slider is heard, and a link shows the same page", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en", { shown: ".headline b" });
  const slider = page.getByLabel("At most so many instances");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("h2")?.textContent?.startsWith("1 ×"));
  const again = await opened(new URL(page.url()).hash, { shown: ".headline b" });
  assert.match(await again.page.textContent("h2"), /^1 × /);
  assert.deepEqual([...wrong, ...again.wrong], []);
});

test("a step is drawn event by event, and the derivation is told", async () => {
  const { page, wrong } = await opened("#view=plan&lang=ja&q.model=gpt3-23b&q.max_instances=8", { shown: ".headline b" });
  await page.click("summary >> nth=0");
  await page.waitForSelector("details[open] svg rect", { timeout: 60_000 });
  await page.click("summary >> nth=1");
  await page.waitForSelector("details[open] table caption", { timeout: 60_000 });
  assert.deepEqual(wrong, []);
});

test("what a step became is drawn as it was recorded", async () => {
  const { program, executed } = JSON.parse(await readFile(new URL("../public/learn.json", import.meta.url), "utf8"));
  for (const lang of ["en", "ja"]) {
    const { page, wrong } = await opened(`#view=learn&lang=${lang}`, { shown: "article:nth-of-type(5) .chart svg" });
    assert.equal(await page.locator("article").count(), 5);
    const picture = page.locator("article >> nth=1");
    assert.equal(await picture.locator("rect title").count(), program.instructions.length);
    for (const told of [program.operations, program.instructions.length]) assert.match(await picture.textContent(), new RegExp(`${told}`));
    assert.ok((await page.locator("article >> nth=3").locator("rect title").count()) >= executed.length);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("what cannot be is said in one line", async () => {
  const { page } = await opened("#view=plan&lang=en&q.model=no-such-model", { shown: ".refusal" });
  assert.match(await page.textContent(".refusal"), /no-such-model/);
});

test("a file that is no model is refused", async () => {
  const { page } = await opened("#view=plan&lang=en", { shown: ".headline b" });
  for (const [name, text, said] of [
    ["<img src=x onerror=alert(1)>.json", "not json", /is no model: not JSON/],
    ["large.json", " ".repeat(2_000_000), /larger than 1 MB/],
    ["proto.json", '{"__proto__": {"model_type": "llama"}}', /./],
  ]) {
    await drop(page, name, text);
    await page.waitForFunction((said) => new RegExp(said).test(document.querySelector(".refusal")?.textContent ?? ""), said.source);
  }
  assert.equal(await page.locator("img").count(), 0);
});

test("without its server it works on", async (t) => {
  const own = await host();
  t.after(() => own.close());
  const page = await browser.newPage();
  await page.goto(`${own.address}#view=plan&lang=en`);
  await page.waitForSelector(".headline b", { timeout: 120_000 });
  await page.reload(); // by now all has been loaded when what is kept is told
  await page.waitForSelector("html[data-offline=kept]", { timeout: 60_000 });
  own.close();
  await page.reload();
  await page.waitForSelector(".headline b", { timeout: 120_000 });
  await page.getByRole("link", { name: "Learn" }).click();
  await page.waitForSelector(".loop");
});

test("a report opens as a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  const [plan, report] = [join(folder, "plan.json"), join(folder, "report.html")];
  const asked = ["plan", "train", "--model", "llama-3.1-8b", "--tokens", "10B", "--family", "p5", "-o", plan];
  execFileSync(program, asked);
  const file = JSON.parse(await readFile(plan, "utf8"));
  file.notes = ["</script><img src=x onerror=alert(1)>"];
  await writeFile(plan, JSON.stringify(file));
  execFileSync(program, ["report", plan, "-o", report, "--lang", "ja"]);
  const page = await browser.newPage();
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(pathToFileURL(report).href);
  await page.waitForSelector("tbody tr");
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  assert.equal(await page.locator("figure svg").count() > 2, true);
  assert.equal(await page.locator("img").count(), 0);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^PNG/ }).first().click()]);
  assert.equal(await download.failure(), null);
  assert.deepEqual(wrong, []);
});
