// Names of models as Hugging Face has them: owner/name, whether it is typed or the address of the model's page is pasted.
const page = /^(?:https?:\/\/)?(?:www\.)?(?:huggingface\.co|hf\.co)\/([\w.-]+)(?:\/(?!(?:tree|blob|resolve|raw|discussions)(?:\/|$))([\w.-]+))?(?:[/?#].*)?$/i;
const owner_and_name = /^([\w.-]+)\/([\w.-]+)$/;

/** Of what is typed; of a page's address, its model. */
export function model_name(typed: string): string {
  const text = typed.trim();
  const [, owner, name] = page.exec(text) ?? [];
  return owner === undefined ? text : name === undefined ? owner : `${owner}/${name}`;
}

/** Where somebody finds the model's config.json; undefined: it is not called as models are there. */
export function config_address(name: string): string | undefined {
  return owner_and_name.test(name) && !/(^|\/)\.+(\/|$)/.test(name) ? `https://huggingface.co/${name}/blob/main/config.json` : undefined;
}
