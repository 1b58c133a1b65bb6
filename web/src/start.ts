// First code of the page: the engine loads and is compiled beside the code of the page, not behind it.
import "./style.css";
import "./answers.css";
import "./learn.css";
import { Engine } from "./engine/engine";

const engine = new Engine(new URL("./engine/hakaru.wasm", document.baseURI));
void import("./main").then(({ show }) => show(engine));
