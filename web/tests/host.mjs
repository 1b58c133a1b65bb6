// The page as hakaru page gives it, at a free port of this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const program = fileURLToPath(new URL("../../build/release/hakaru", import.meta.url));

/** Gives the address and what ends it. */
export async function host() {
  const served = spawn(program, ["page", "--port", "0", "--no-browser", "--lang", "en"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(served.stdout), "line");
  return { address: `${line.replace("listening on ", "")}/`, close: () => served.kill() };
}
