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
