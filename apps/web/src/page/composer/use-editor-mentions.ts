/** Puts the files that the editor around the page mentions into the message of the session that was shown last. */
import { useEffect } from 'react';

import { mentionIn } from '../../frames/editor-messages.ts';
import { editorPort } from '../connect/page-link.ts';
import type { ComposerModel } from './composer-model.ts';
import { mentionText } from './mention.ts';

/** The inputs that are shown, the latest last. */
const shown: ComposerModel[] = [];

export function useEditorMentions(model: ComposerModel, focus: () => void): void {
  useEffect(() => {
    shown.push(model);
    const stop = editorPort()?.listen((message) => {
      const mention = mentionIn(message);
      if (mention === undefined || shown.at(-1) !== model) return;
      const { text } = model.snapshot().draft;
      const space = text === '' || /\s$/u.test(text) ? '' : ' ';
      model.write(`${text}${space}${mentionText(mention.name)} `, mention);
      focus();
    });
    return () => {
      shown.splice(shown.lastIndexOf(model), 1);
      stop?.();
    };
  }, [model, focus]);
}
