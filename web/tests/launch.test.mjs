// What runs a plan, as files; and a command that somebody has, read as a plan.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchers } from "../scripts/launchers.mjs";
import { drop, program, saved, serious_none, visit } from "./host.mjs";

let browser, opened, close;

before(async () => ({ browser, opened, close } = await visit()));
after(() => close?.());

const shown = ".headline b";
const folder = () => mkdtemp(join(tmpdir(), "launch-"));

test("the engines and platforms that the page offers are those that there are", async () => {
  const plan = join(await folder(), "plan.json");
  execFileSync(program, ["plan", "train", "--model", "llama-3.1-8b", "--tokens", "1B", "--instance", "p5.48xlarge", "-o", plan]);
  const { stderr } = spawnSync(program, ["emit", plan, "--for", "none-such", "--lang", "en"], { encoding: "utf8" });
  const [, known] = /accepted: (.*)\n/.exec(stderr);
  const offered = Object.values(launchers()).flatMap(({ engines, platforms }) => [...engines.map(({ name }) => name), ...platforms]);
  assert.deepEqual([...new Set(offered)].sort(), known.split(", ").sort());
});

test("launch files are those of the program, each in a tab, and are taken away one by one or all at once", async () => {
  const { page, wrong } = await opened("#view=plan&lang=en&q.max_instances=2", { shown });
  await page.click("summary >> text=Launch files");
  const tab = (name) => page.getByRole("tab", { name, exact: true });
  await tab("launch.sh").waitFor();
  await page.getByLabel("Engine", { exact: true }).selectOption("megatron");
  for (const platform of ["slurm", "kubernetes"]) await page.getByRole("button", { name: platform, exact: true }).click();
  await tab("job.sbatch").waitFor();
  assert.equal(await tab("launch.sh").getAttribute("aria-selected"), "true");
  await tab("launch.sh").focus();
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "README.md");
  await page.keyboard.press("ArrowLeft");
  const [, last] = [await page.evaluate(() => document.activeElement.textContent), await page.getByRole("tab").last().textContent()];
  assert.equal(await tab(last).getAttribute("aria-selected"), "true");
  for (const told of ["q.launch_with=megatron", "q.launch_on=slurm\\+kubernetes", "q.launch_file="]) assert.match(page.url(), new RegExp(told));
  const again = await opened(new URL(page.url()).hash, { shown: "[role=tab]" });
  assert.equal(await again.page.locator("[role=tab][aria-selected=true]").textContent(), last);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const panel = page.getByRole("tabpanel");
  await panel.getByRole("button", { name: "Copy" }).click();
  await panel.getByRole("button", { name: "copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await panel.locator("code").textContent());
  await tab("plan.json").click();
  const [name, plan] = await saved(page, "Download plan.json");
  assert.equal(name, "plan.json");
  const place = await folder();
  await writeFile(join(place, name), plan);
  execFileSync(program, ["emit", join(place, name), "--for", "megatron,slurm,kubernetes", "--lang", "en", "-o", join(place, "files")]);
  const names = (await readdir(join(place, "files"))).sort();
  const downloads = [];
  page.on("download", (download) => downloads.push(download));
  await page.getByRole("button", { name: /^Download all / }).click();
  while (downloads.length < names.length) await page.waitForEvent("download").catch(() => assert.fail(`${downloads.length} of ${names}`));
  assert.deepEqual(downloads.map((each) => each.suggestedFilename()).sort(), names);
  for (const each of downloads) {
    assert.equal(await readFile(await each.path(), "utf8"), await readFile(join(place, "files", each.suggestedFilename()), "utf8"), each.suggestedFilename());
  }
  assert.deepEqual([...wrong, ...again.wrong], []);
});

test("what an engine cannot run is said in a line, and the plan that it can is a click away", async () => {
  for (const [lang, again] of [["en", "Plan again with zero 2"], ["ja", "zero 2 にして計画し直す"]]) {
    const { page, wrong } = await opened(`#view=plan&lang=${lang}&q.max_instances=2&q.launch=open&q.launch_with=torchtitan`, { shown: "details .refusal" });
    assert.match(await page.textContent("details .refusal"), /torchtitan.*zero 1.*--zero 2/);
    await serious_none(page);
    await page.getByRole("button", { name: again }).click();
    await page.getByRole("tab", { name: "launch.sh" }).waitFor();
    assert.match(await page.textContent(".headline h2"), /zero2/);
    assert.match(page.url(), /q\.held=zero%3D2/);
    await page.getByRole("button", { name: "zero 2 ×" }).click();
    await page.waitForSelector("details .refusal");
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

const torchrun = "torchrun --nnodes 2 --nproc-per-node 8 pretrain_gpt.py --tensor-model-parallel-size 8 --micro-batch-size 1 --global-batch-size 128 --train-iters 1000 --seq-length 4096 --bf16 --unheard-of 3";

test("a command is read as a plan, with what would be better on its machines", async () => {
  const { page, wrong } = await opened("#view=read&lang=en", { shown });
  await page.getByLabel("Command line or launch file").fill(torchrun);
  await page.getByLabel("Machine", { exact: true }).fill("p5.48xlarge");
  await page.locator(".refusal", { hasText: "the model is not said" }).waitFor();
  await page.getByLabel("Model").fill("llama-3.1-8b");
  await page.locator("h2", { hasText: "2 × p5.48xlarge" }).waitFor();
  assert.match(await page.textContent("h2"), /tp8 pp1 dp2 mb1/);
  assert.match(await page.textContent(".headline .figures"), /\d\sm?s.*Step.*\d\s%.*MFU/);
  const best = page.getByRole("row", { name: /^the best layout on these machines/ });
  assert.match(await best.textContent(), /tp 8 → .*\d\s%.*\d\sm?s/);
  assert.match(await page.textContent(".notes"), /left out.*--unheard-of/);
  const again = await opened(new URL(page.url()).hash, { shown });
  assert.equal(await again.page.textContent("h2"), await page.textContent("h2"));
  assert.equal(await again.page.getByLabel("Command line or launch file").inputValue(), torchrun);
  const told = execFileSync(program, ["plan", "--from", torchrun, "--instance", "p5.48xlarge", "--model", "llama-3.1-8b", "--json"], { encoding: "utf8" });
  assert.equal(await page.locator("tbody tr").count(), 1 + JSON.parse(told).better.length);
  assert.deepEqual([...wrong, ...again.wrong], []);
});

test("launch files are read as commands are, and what is none is said in a line", async () => {
  for (const lang of ["en", "ja"]) {
    const { page, wrong } = await opened(`#view=read&lang=${lang}&q.instance=p5.48xlarge&q.model=llama-3.1-8b`, { shown });
    await drop(page, "job.sbatch", `#!/bin/bash\n#SBATCH --nodes 2\nsrun ${torchrun}\n`);
    await page.locator("h2", { hasText: "2 × p5.48xlarge" }).waitFor();
    await page.locator(".dropped", { hasText: "job.sbatch ×" }).click();
    await page.locator("h2", { hasText: "1 × p5.48xlarge" }).waitFor();
    for (const [name, text, said] of [
      ["<img src=x onerror=alert(1)>.yaml", "parallelism:\n  tensor: 8\n", /YAML/],
      ["hello.txt", "hello, world", /vllm serve/],
      ["other.json", '{"__proto__": {"a": 1}}', /./],
      ["large.sh", " ".repeat(2_000_000), /1 MB/],
    ]) {
      await drop(page, name, text);
      await page.locator(".refusal", { hasText: said }).first().waitFor();
    }
    assert.equal(await page.locator("img").count(), 0);
    await serious_none(page);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});
