// What one can do with plans beyond reading them: ask why another was not taken, what would change them, how two of them
// differ, how to measure one, and take pictures and figures away.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { visit } from "./host.mjs";

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
