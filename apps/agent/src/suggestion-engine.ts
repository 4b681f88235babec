/** Who suggests the next edit: an engine without a model, and a model behind it where one is set. */
import { editEngine, modelEngine, type NesEngine } from '@acp-stack/nes';

import type { SuggestingModel } from './providers/config.ts';

/** `onNotice` hears once in a row why the model says nothing. */
export function suggestionEngine(
  model: SuggestingModel | undefined,
  onNotice: (words: string) => void = () => undefined,
): NesEngine {
  if (model === undefined) return editEngine();
  let said = '';
  return modelEngine({
    ...model,
    // Who names an address in the config file means that it is asked.
    hosts: [new URL(model.endpoint).hostname],
    onError: (error) => {
      const words = `No suggestion from ${model.model}: ${error instanceof Error ? error.message : String(error)}`;
      if (words !== said) onNotice(words);
      said = words;
    },
  });
}
