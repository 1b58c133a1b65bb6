// How long a moved slider takes to its next picture, and to the engine's whole answer: medians over its places, of the built page.
// node scripts/sliders.mjs; scripts/page sliders
import { visit } from "../tests/host.mjs";

const asked = {
  "training, 1,024 accelerators": ["job=train&q.model=gpt3-175b&q.tokens=300B&q.family=p4d&q.max_instances=128&q.objective=time", ["Within", "For at most"]],
  "serving, the whole catalogue": ["job=serve&q.model=llama-3.1-8b&q.users=50&q.family=any", ["Time to first token", "Time per output token", "For at most"]],
};
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/**
 * Milliseconds from the slider's new place to the frame that shows the picture, of which the one behind it shows nothing else, and
 * until nothing is worked on any more.
 */
const moved = (to) => `(async () => {
  const answer = document.querySelector(".answer");
  const slider = document.activeElement;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const drawn = () => [...document.querySelectorAll(".answer > [role=status], .answer .refusal, .headline, .headline ~ div tbody, .pictures .chart")].map((each) => each.innerHTML).join();
  const busy = () => answer.getAttribute("aria-busy") === "true";
  const before = drawn();
  const start = performance.now();
  slider.valueAsNumber = ${to};
  slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
  do await frame(); while (drawn() === before && busy());
  let picture = performance.now() - start;
  for (let seen = drawn(); await frame(), drawn() !== seen; seen = drawn()) picture = performance.now() - start;
  while (busy()) await frame();
  return [picture, performance.now() - start, document.querySelector(".headline h2")?.textContent ?? document.querySelector(".refusal")?.textContent];
})()`;

const { opened, close } = await visit();
for (const [what, [hash, sliders]] of Object.entries(asked)) {
  const { page, wrong } = await opened(`#view=plan&lang=en&${hash}`, { shown: ".answer[aria-busy=false] .headline b" });
  const pictures = [], answers = [];
  for (const label of sliders) {
    const slider = page.getByRole("slider", { name: label });
    await slider.focus();
    const loosest = Number(await slider.getAttribute("max"));
    await page.evaluate(moved(loosest));
    for (const tighter of [1, 2, 3, 4, 5, 4, 3]) {
      const [picture, answer, told] = await page.evaluate(moved(loosest - tighter));
      pictures.push(picture);
      answers.push(answer);
      console.log(`  ${label} ${await slider.getAttribute("aria-valuetext")}: ${picture.toFixed(0)} ms, ${answer.toFixed(0)} ms: ${told}`);
    }
    await page.evaluate(moved(0)); // nothing said
  }
  console.log(`${what}: picture ${median(pictures).toFixed(0)} ms, whole answer ${median(answers).toFixed(0)} ms`, ...wrong);
}
await close();
