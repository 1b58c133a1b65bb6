// Every view, in both languages, light and dark, narrow and wide: it shows its figures, says nothing on the console, asks no
// other host, has no serious violation that axe finds, and does not scroll sideways.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drop, host, program, saved, serious_none, visit } from "./host.mjs";

let browser, opened, close;

before(async () => ({ browser, opened, close } = await visit()));
after(() => close?.());

const views = [
  ["plan&job=train", ".headline b"],
  ["plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20", ".headline b"],
  ["plan&job=train&q.why_not=g6e.xlarge&q.what_if=price%3D0.5x&q.beside=2", ".differences"],
  ["plan&job=train&q.max_instances=2&q.launch=open&q.launch_with=megatron&q.launch_on=slurm+kubernetes", "[role=tab]"],
  ["plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20&q.launch=open&q.launch_on=kubernetes+keda&q.launch_file=serve.yaml", "[role=tab]"],
  ["plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20&q.region=any&q.api_price=%240.60%2F%241.80&currency=JPY&rate=155&tax=10", ".further tbody"],
  ["plan&job=train&q.family=any&q.max_instances=1&q.region=any&q.quota=p5%3D1", ".further tbody"],
  ["read", ".headline b"],
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
  await page.click(".answer summary >> nth=0");
  await page.waitForSelector("details[open] svg rect");
  await page.click(".answer summary >> nth=1");
  await page.waitForSelector("details[open] table caption");
  assert.deepEqual(wrong, []);
});

test("what a step became is drawn as it was recorded", async () => {
  const { operations, instructions, executed } = JSON.parse(await readFile(new URL("../public/learn.json", import.meta.url), "utf8"));
  for (const lang of ["en", "ja"]) {
    const { page, wrong } = await opened(`#view=learn&lang=${lang}`, { shown: "article:nth-of-type(5) .chart svg" });
    assert.equal(await page.locator("article").count(), 5);
    const picture = page.locator("article >> nth=1");
    assert.equal(await picture.locator("rect title").count(), instructions.length);
    for (const told of [operations, instructions.length]) assert.match(await picture.textContent(), new RegExp(`${told}`));
    assert.ok((await page.locator("article >> nth=3").locator("rect title").count()) >= executed.length);
    const [, steps] = await saved(page, lang === "en" ? /^SVG: \d+ steps, twice/ : /^SVG: \d+ ステップを 2 度/);
    assert.match(steps.toString(), lang === "en" ? /first run.*second run.*compiled/s : /1 度目.*2 度目.*コンパイル/s);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("a service is simulated again: its percentiles are the plan's, a replica is drawn over time, its requests one by one", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20", { shown: ".headline b" });
  const percentiles = page.getByRole("region", { name: "Percentiles" });
  await percentiles.waitFor();
  const p95 = await percentiles.getByRole("row", { name: /^p95/ }).locator("td").allTextContents();
  const ranked = await page.locator('tr[aria-current="true"] td').allTextContents();
  for (const figure of p95.slice(0, 2)) assert.ok(ranked.includes(figure), figure); // times to the first and to each token
  assert.match(await percentiles.getByRole("row", { name: /^limit/ }).textContent(), /p95.*2\ss.*50\sms/);
  const over_time = page.getByRole("img", { name: /^One replica over time: running, waiting/ });
  const drawn = () => over_time.innerHTML();
  const before = await drawn();
  await page.getByLabel("From").focus();
  await page.keyboard.press("End");
  await page.waitForFunction((before) => document.querySelector('[aria-label^="One replica over time: running"]').innerHTML !== before, before);
  await page.click(".answer summary >> nth=0");
  await page.waitForSelector("details[open] svg rect");
  assert.match(await page.textContent("details[open] .legend"), /decode.*to first token/);
  assert.deepEqual(wrong, []);
});

test("machines are sought and sorted; a row that has the focus tells its sources, and one that is chosen its prices", async () => {
  const { page, wrong } = await opened("#view=catalogue&lang=en", { shown: "figure svg" });
  await page.getByLabel("Search").fill("p4d");
  await page.getByLabel("Maker").selectOption("NVIDIA");
  await page.waitForFunction(() => document.querySelectorAll("table")[0].tBodies[0].rows.length < 5);
  const by_price = page.getByRole("columnheader", { name: /on demand/ });
  for (const order of ["ascending", "descending"]) {
    await by_price.getByRole("button").click();
    assert.equal(await by_price.getAttribute("aria-sort"), order);
  }
  const names = await page.locator("table >> nth=0").locator("tbody th").allTextContents();
  assert.equal(names[0], "p4de.24xlarge"); // the dearer
  await page.getByRole("button", { name: "p4d.24xlarge" }).focus();
  assert.match(await page.textContent(".sources"), /p4d\.24xlarge.*a100-sxm-40gb.*us-east-1/);
  await page.keyboard.press("Enter");
  const prices = page.getByRole("region", { name: "Prices of p4d.24xlarge" });
  assert.match(await prices.textContent(), /us-east-1.*on demand.*\$32\.77/);
  assert.equal(await page.getByRole("img", { name: /Price per hour over time.*2023/ }).count(), 1);
  const again = await opened(new URL(page.url()).hash, { shown: "figure svg" });
  assert.match(await again.page.textContent("h2"), /p4d\.24xlarge/);
  assert.deepEqual([...wrong, ...again.wrong], []);
});

test("accuracy is told by metric, by source and for the rows that are farthest off", async () => {
  const { page, wrong } = await opened("#view=accuracy&lang=en", { shown: "figure svg" });
  const by_source = page.getByRole("region", { name: "By source" });
  assert.match(await by_source.getByRole("row", { name: /Serving: aiconfigurator/ }).textContent(), /\d\s%.*\d\s%/);
  assert.match(await by_source.getByRole("row", { name: /Training: MLM21/ }).textContent(), /0–––––/); // all of it was fitted
  const worst = page.getByRole("region", { name: /farthest off/ });
  assert.equal(await worst.locator("tbody tr").count(), 20);
  assert.deepEqual(wrong, []);
});

test("what cannot be is said in one line", async () => {
  const { page } = await opened("#view=plan&lang=en&q.model=no-such-model", { shown: ".refusal" });
  assert.match(await page.textContent(".refusal"), /no-such-model/);
});

test("the address of a model's page is as good as its name", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&q.max_instances=1", { shown: ".headline b" });
  const figures = () => page.textContent(".headline .figures");
  const by_name = await figures();
  await page.getByLabel("Model").fill("gpt2");
  await page.waitForFunction((before) => document.querySelector(".headline .figures")?.textContent !== before, by_name);
  await page.getByLabel("Model").fill("  https://huggingface.co/meta-llama/Llama-3.1-8B/tree/main ");
  await page.waitForFunction((before) => document.querySelector(".headline .figures")?.textContent === before, by_name);
  await page.getByLabel("Model").fill("https://huggingface.co/nobody/No-Such-Model");
  const link = page.locator(".address a");
  await link.waitFor();
  assert.equal(await link.getAttribute("href"), "https://huggingface.co/nobody/No-Such-Model/blob/main/config.json");
  assert.equal(await link.getAttribute("rel"), "noreferrer");
  const config = { model_type: "llama", hidden_size: 1024, intermediate_size: 4096, num_hidden_layers: 4, num_attention_heads: 16, vocab_size: 32000 };
  await page.getByLabel("or open a config.json").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(config)) });
  await page.waitForSelector(".headline b");
  assert.deepEqual(wrong, []);
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
  await page.waitForSelector("html[data-offline=kept]", { timeout: 120_000 });
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
