// Where machines are had and how they are paid for: regions, quotas, owning, services that sell tokens, another currency.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { program, visit } from "./host.mjs";

let opened, close;

before(async () => ({ opened, close } = await visit()));
after(() => close?.());

const shown = ".answer[aria-busy=false] .headline b";
const service = "#view=plan&job=serve&q.family=g6e&q.model=llama-3.1-8b&q.users=20";
const in_dollars = (text) => Number(/\$([\d,.]+)/.exec(text)[1].replaceAll(",", ""));
/** The same by the program. */
const answer_of = (...flags) => JSON.parse(execFileSync(program, ["plan", "serve", "--family", "g6e", "--model", "llama-3.1-8b", "--users", "20", "--json", "--lang", "en", ...flags]));

test("where any region would do each is told with its cost, and one that is chosen is asked about", async () => {
  const { regions } = answer_of("--region", "any");
  for (const [lang, title] of [["en", /by region$/], ["ja", /リージョン別コスト$/]]) {
    const { page, wrong } = await opened(`${service}&lang=${lang}&q.region=any`, { shown });
    const table = page.getByRole("region", { name: title });
    const rows = await table.locator("tbody tr").allTextContents();
    assert.equal(rows.length, regions.length);
    regions.forEach(({ region, usd_per_month, as_of }, at) => {
      assert.ok(rows[at].startsWith(region) && rows[at].endsWith(as_of), rows[at]);
      assert.equal(in_dollars(rows[at]), Math.round(usd_per_month));
    });
    await table.getByRole("button", { name: "ap-northeast-1" }).click();
    await page.locator(".headline .aside", { hasText: "ap-northeast-1" }).waitFor();
    assert.match(page.url(), /q\.region=ap-northeast-1/);
    assert.equal(await table.count(), 0);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("a service that sells tokens stands beside the plans, and the load at which both cost as much", async () => {
  const { api } = answer_of("--api-price", "$0.60/$1.80");
  const { page, wrong } = await opened(`${service}&lang=en`, { shown });
  await page.click("summary >> text=Quotas and payment");
  await page.getByLabel(/^Compare with a service/).fill("$0.60/$1.80");
  const section = page.locator(".further", { hasText: "Bought by the token instead" });
  await section.waitFor();
  assert.equal(in_dollars(await section.locator("p").textContent()), Math.round(api.usd_per_month));
  const cells = await section.locator("tbody tr").first().locator("td").allTextContents();
  assert.equal(Number(cells.at(-1)), Number(api.plans[0].even_requests_per_s.toPrecision(3)));
  await page.getByLabel(/^Compare with a service/).fill("cheap");
  await page.locator(".refusal", { hasText: "api_price" }).waitFor();
  assert.deepEqual(wrong, []);
});

test("quotas limit the plans, what is bought says what it is paid with, and the copied command asks the same", async () => {
  const asked = `${service}&lang=en&q.quota=g6e.xlarge%3D1,+g6e.12xlarge%3D1&q.purchase=%2460k&q.years=3&q.power=0.12%2FkWh`;
  const { page, wrong } = await opened(asked, { shown });
  for (const row of await page.locator(".answer tbody th").allTextContents()) assert.doesNotMatch(row, /^([2-9]|\d\d+) × g6e\.(xlarge|12xlarge)$/);
  assert.match(await page.locator(".headline .aside").last().textContent(), /\$60,000.*0\.12\/kWh/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy as command line" }).click();
  await page.getByRole("button", { name: "copied" }).waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(command, /--quota g6e\.xlarge=1 --quota g6e\.12xlarge=1 --purchase '\$60k'/);
  const told = JSON.parse(execFileSync("bash", ["-c", `${command.replace(/^hakaru/, '"$0"')} --json`, program], { encoding: "utf8" }));
  assert.equal(in_dollars(await page.locator(".headline .figures").textContent()), Math.round(told.plans[0].usd_per_month));
  assert.deepEqual(wrong, []);
});

test("sums are shown in yen at one's own rate, with tax, and the address keeps both", async () => {
  const { page, wrong } = await opened(`${service}&lang=ja`, { shown });
  const usd = in_dollars(await page.locator(".headline .figures").textContent());
  await page.getByLabel("通貨").selectOption("JPY");
  await page.getByText("1 ドルが何円か").waitFor();
  assert.equal(in_dollars(await page.locator(".headline .figures").textContent()), usd);
  await page.getByLabel("1 ドル = 円").fill("155");
  await page.getByLabel("税率 (%)").fill("10");
  await page.getByText("1 ドル 155 円で換算し、税 10 % を含みます").waitFor();
  const yen = (text) => Number(/¥([\d,]+)/.exec(text)[1].replaceAll(",", ""));
  const all = yen(await page.locator(".headline .figures").textContent());
  assert.ok(Math.abs(all / (usd * 155 * 1.1) - 1) < 1e-3, `${all} of ${usd}`);
  assert.doesNotMatch(await page.locator(".answer .scrolls").first().textContent(), /\$/);
  assert.match(await page.getByRole("img", { name: "コストとレイテンシー" }).textContent(), /¥/);
  const again = await opened(new URL(page.url()).hash, { shown });
  assert.equal(yen(await again.page.locator(".headline .figures").textContent()), all);
  assert.deepEqual([...wrong, ...again.wrong], []);
});

test("until the engine has answered, the best known plan that keeps a new limit is shown as no more than that", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en", { shown });
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    const held = [];
    Worker.prototype.postMessage = function (...message) {
      held.push(() => post.apply(this, message));
    };
    globalThis.let_go = () => {
      Worker.prototype.postMessage = post;
      for (const each of held) each();
    };
  });
  await page.getByLabel("At most so many instances").focus();
  for (let places = 0; places < 3; ++places) await page.keyboard.press("ArrowRight"); // 4
  await page.getByText("Best so far").waitFor();
  await page.getByText(/plans found so far that keep this: \d+; the search goes on/).waitFor();
  for (const row of await page.locator(".answer tbody th").allTextContents()) assert.match(row, /^[1-4] ×/);
  assert.equal(await page.getByText("Recommended", { exact: true }).count(), 0);
  await page.evaluate(() => globalThis.let_go());
  await page.getByText("Recommended", { exact: true }).waitFor();
  assert.match(await page.textContent(".headline h2"), /^[1-4] ×/);
  assert.deepEqual(wrong, []);
});
