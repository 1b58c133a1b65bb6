// What one can do with plans beyond reading them: ask why another was not taken, what would change them, how two of them
// differ, how to measure one, and take pictures and figures away.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drop, program, saved, serious_none, visit } from "./host.mjs";

let browser, opened, close;

before(async () => ({ browser, opened, close } = await visit()));
after(() => close?.());

const shown = ".headline b";

test("the commands that measure a plan are told, and can be copied", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&q.max_instances=2", { shown });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("summary >> text=Measure it");
  const command = page.locator(".command").first();
  await command.getByRole("button", { name: "Copy" }).click();
  await command.getByRole("button", { name: "copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await command.locator("code").textContent());
  assert.match(await page.locator(".command code").last().textContent(), /^hakaru calibrate training /);
  assert.deepEqual(wrong, []);
});

test("why a machine is not among the plans is asked, and stands in the address", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&q.deadline=30d", { shown });
  await page.getByLabel("Machine", { exact: true }).selectOption("g6e.xlarge");
  await page.getByText("the deadline of 30.0 days is not met").waitFor();
  const again = await opened(new URL(page.url()).hash, { shown: "text=the deadline of 30.0 days is not met" });
  await again.page.getByLabel("Machine", { exact: true }).selectOption("p5e.48xlarge");
  await again.page.getByText(/[\d.]+ × the cost and [\d.]+ × the time of the recommended plan/).waitFor();
  await again.page.getByLabel("Layout, tp/pp").fill("8/1");
  await again.page.locator(".further p", { hasText: "tp8 pp1" }).waitFor();
  assert.deepEqual([...wrong, ...again.wrong], []);
});

test("what would change the plan is toggled, beside what is", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&q.max_instances=2", { shown });
  await page.getByRole("button", { name: "price × 0.5" }).focus();
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: /^price × 0.5/ });
  await row.waitFor();
  assert.match(await row.textContent(), /-50\s%/);
  assert.match(page.url(), /q\.what_if=price%3D0\.5x/);
  await page.getByRole("button", { name: "price × 0.5" }).click();
  await row.waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
});

test("two plans of the table are compared, and the address says which", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&q.max_instances=4&rank=2", { shown });
  await page.getByLabel("Compare with").selectOption("1");
  const row = page.locator(".differences").getByRole("row", { name: /^instances / });
  await row.waitFor();
  assert.deepEqual(await row.getByRole("cell").allTextContents(), ["4", "2", ""]);
  assert.match(page.url(), /q\.beside=1/);
  assert.deepEqual(wrong, []);
});

test("two plan files are compared, and what is none is refused in a line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plans-"));
  const files = [["10B", "2"], ["20B", "8"]].map(([tokens, most]) => {
    const file = join(folder, `${tokens}.json`);
    execFileSync(program, ["plan", "train", "--model", "llama-3.1-8b", "--tokens", tokens, "--family", "p5", "--max-instances", most, "--objective", "time", "-o", file]);
    return file;
  });
  const { page, wrong } = await opened("#view=compare&lang=en", { shown: "text=Plan files" });
  await page.getByRole("button", { name: "Plan files" }).click();
  await page.getByLabel("Two plan files").setInputFiles(files);
  const row = page.locator(".differences").getByRole("row", { name: /^instances / });
  await row.waitFor();
  assert.deepEqual((await row.getByRole("cell").allTextContents()).slice(0, 2), ["2", "8"]);
  await page.getByText("they answer different questions: tokens").waitFor();
  for (const [name, text, said] of [
    ["<img src=x onerror=alert(1)>.json", "not json", /is no plan: not JSON/],
    ["large.json", " ".repeat(100_000_000), /is no plan: larger than 20 MB/],
    ["other.json", '{"__proto__": {"plans": []}}', /not a plan/],
  ]) {
    await drop(page, name, text);
    await page.locator(".refusal", { hasText: said }).waitFor();
  }
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(wrong, []);
});

test("a plan is saved as the program keeps it, its table as CSV", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&q.max_instances=2", { shown });
  const [name, plan] = await saved(page, "JSON: Ranked plans");
  const file = join(await mkdtemp(join(tmpdir(), "plans-")), name);
  await writeFile(file, plan);
  assert.match(execFileSync(program, ["explain", file, "--lang", "en"], { encoding: "utf8" }), /p5\.48xlarge/);
  const [, table] = await saved(page, "CSV: Ranked plans");
  const [head, first] = table.toString().split("\r\n");
  assert.match(head, /^rank,instance,.*,cost_usd,cost_usd\.low,/);
  assert.match(first, /^1,p5\.48xlarge,2,/);
  assert.deepEqual(wrong, []);
});

for (const [colorScheme, ground] of [["light", "251, 251, 249"], ["dark", "20, 24, 27"]]) {
  test(`a picture stands alone in ${colorScheme}`, async () => {
    const { page, wrong } = await opened("#view=plan&lang=ja&q.max_instances=2", { shown: ".cluster", colorScheme });
    const [name, svg] = await saved(page, "SVG: 時間とコスト");
    assert.equal(name, "時間とコスト.svg");
    assert.doesNotMatch(svg.toString(), /var\(|currentColor|<style|class=/);
    assert.match(svg.toString(), new RegExp(`<rect width="100%" height="100%" fill="rgb\\(${ground}\\)"`));
    for (const picture of [/^PNG: 時間の内訳/, /^PNG: アクセラレーター/]) {
      const [, png] = await saved(page, picture);
      assert.equal(png.subarray(1, 4).toString(), "PNG");
      assert.ok(png.readUInt32BE(16) >= 2 * 360, "twice as wide as it is shown");
    }
    assert.deepEqual(wrong, []);
  });
}

test("what is opened and compared has no serious violation that axe finds", async () => {
  const { page } = await opened("#view=plan&lang=ja&q.max_instances=2", { shown });
  await page.click("summary >> text=実測するには");
  await page.waitForSelector(".command");
  await serious_none(page);
  const [, plan] = await saved(page, /^JSON/);
  await page.click("nav >> text=比較");
  await page.getByRole("button", { name: "計画のファイル" }).click();
  for (const name of ["one.json", "other.json"]) await drop(page, name, plan.toString());
  await page.waitForSelector(".differences");
  await serious_none(page);
});

test("requests of one's own show what it costs to follow them", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20", { shown });
  const open = (name, text) => page.getByLabel("open a trace").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await open("words.csv", "these are no requests");
  await page.locator(".further .refusal").waitFor();
  let rows = "arrival_s,input,output\n";
  for (let time = 0; time < 3600; time += 1 / (2 + 10 * Math.sin((Math.PI * time) / 3600) ** 2)) rows += `${time.toFixed(3)},1000,200\n`;
  await open("day.csv", rows);
  await page.getByText(/\d to \d+ replicas, \d+ requests in flight for each: \$[\d.]+ an hour on average, where .* cost \$[\d.]+/).waitFor();
  await page.getByRole("img", { name: "Following the load: replicas" }).waitFor();
  await page.getByRole("button", { name: /day\.csv/ }).click();
  await open("few.csv", "arrival_s,input,output\n0,1000,200\n9,1000,200\n");
  await page.getByText("No smaller number of replicas at quieter times").waitFor();
  assert.deepEqual(wrong, []);
});
