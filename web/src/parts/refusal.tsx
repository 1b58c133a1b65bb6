// Why there is no answer, and where the config.json of a model that is not known is to be had: the page itself fetches nothing.
import type { Question } from "../engine/protocol";
import type { Say } from "../words";
import { config_address } from "./hub";

interface Props {
  readonly say: Say;
  readonly message: string;
  /** That is refused. */
  readonly of: Question | undefined;
}

export function Refusal({ say, message, of }: Props) {
  const model = of?.["model"];
  const address = typeof model === "string" && message.includes(model) ? config_address(model) : undefined;
  return (
    <>
      <p class="refusal">{message}</p>
      {address && (
        <p class="address">
          {say("drop_config")}{" "}
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        </p>
      )}
    </>
  );
}
