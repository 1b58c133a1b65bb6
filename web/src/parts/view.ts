// Properties of a view that asks the engine.
import type { Instance } from "../api/instance_list";
import type { Engine } from "../engine/engine";
import type { State } from "../state";
import type { Say } from "../words";

export interface ViewProps {
  readonly engine: Engine;
  readonly state: State;
  readonly say: Say;
  /** Names of all models, and all machines: empty until the engine has told them. */
  readonly models: readonly string[];
  readonly instances: readonly Instance[];
  readonly change: (change: Partial<State>) => void;
}
