/** The engine of next edit suggestions: one without a model, or a model if one is configured. */
import { describeError } from '@acp-stack/rpc';
import { editEngine, modelEngine, type NesEngine } from '@acp-stack/nes';

import type { SuggestingModel } from './providers/config.ts';

/** `onNotice` is called with the reason when the model fails, once for repeated failures. */
export function suggestionEngine(
  model: SuggestingModel | undefined,
  onNotice: (words: string) => void = () => undefined,
): NesEngine {
  if (model === undefined) return editEngine();
  let lastNotice = '';
  return modelEngine({
    ...model,
    // An address in the config file counts as permission to contact it.
    hosts: [new URL(model.endpoint).hostname],
    onError: (error) => {
      const words = `No suggestion from ${model.model}: ${describeError(error)}`;
      if (words !== lastNotice) onNotice(words);
      lastNotice = words;
    },
  });
}
