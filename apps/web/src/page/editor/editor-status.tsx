/** The line under the text: what Tab does, whether the agent suggests edits, and whether the file is saved. */
import { useSyncExternalStore, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import type { EditorController } from './editor-controller.ts';
import type { ShownFile } from './editor-files.ts';
import type { SuggestionState } from './suggestion-session.ts';

const stateWords: Readonly<Record<Exclude<SuggestionState['kind'], 'gone'>, string>> = {
  off: '',
  starting: 'Suggestions are starting…',
  ready: 'Suggestions on',
  asking: 'Looking for a suggestion…',
};

export interface EditorStatusProps {
  readonly controller: EditorController;
  readonly file: ShownFile | undefined;
}

export function EditorStatus({ controller, file }: EditorStatusProps): ReactNode {
  const { state, isShown, words, sentence } = useSyncExternalStore(controller.subscribe, controller.snapshot);
  const said = words === '' && state.kind !== 'gone' ? stateWords[state.kind] : words;
  return (
    <footer className="flex min-h-9 shrink-0 flex-wrap items-center gap-3 border-t border-line px-3 text-xs text-muted">
      <span className="min-w-0 flex-1 truncate">{state.kind === 'gone' && words === '' ? state.words : said}</span>
      {isShown ? (
        // Where there is no keyboard.
        <span className="flex gap-1 pointer-fine:hidden">
          <Button size="small" onClick={controller.commands.take}>
            Take
          </Button>
          <Button size="small" look="quiet" onClick={controller.commands.dismiss}>
            Dismiss
          </Button>
        </span>
      ) : undefined}
      {state.kind === 'gone' ? (
        <Button size="small" look="quiet" onClick={() => void controller.suggestions.start()}>
          Try again
        </Button>
      ) : undefined}
      {file?.status === 'saving' ? <span>Saving…</span> : undefined}
      {file?.isChanged === true && file.status === 'ready' ? (
        <Button size="small" onClick={() => void controller.files.save(file.path)}>
          Save
        </Button>
      ) : undefined}
      <span aria-live="polite" className="sr-only">
        {sentence}
      </span>
    </footer>
  );
}
