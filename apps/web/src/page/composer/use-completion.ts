/** The list of commands or files that fit what is before the cursor. */
import type { AvailableCommand } from '@acp-stack/sdk';
import { useEffect, useMemo, useState } from 'react';

import type { HostFile } from '../../host-methods.ts';
import { completableAt, hintOf, matchingCommands, type Completable } from './completion.ts';
import type { Mention } from './draft.ts';
import { mentionText } from './mention.ts';

/** One line of the list. */
interface Suggestion {
  readonly label: string;
  readonly description: string;
  /** What is written instead of what was typed. */
  readonly insert: string;
  readonly mention?: Mention;
}

export interface Completion {
  readonly what: Completable;
  readonly suggestions: readonly Suggestion[];
  readonly selected: number;
  readonly select: (index: number) => void;
  /** Closes the list until something else is typed. */
  readonly close: () => void;
}

/** Finds files of the session; undefined where the machine offers no search. */
export type FindFiles = ((query: string, signal: AbortSignal) => Promise<readonly HostFile[]>) | undefined;

const maxSuggestions = 50;

/** The completion for a text and a cursor; undefined if there is nothing to offer. */
export function useCompletion(
  { text, cursor }: { readonly text: string; readonly cursor: number },
  { commands, findFiles }: { readonly commands: readonly AvailableCommand[]; readonly findFiles: FindFiles },
): Completion | undefined {
  const what = useMemo(() => completableAt(text, cursor), [text, cursor]);
  const key = what === undefined ? '' : `${what.kind} ${what.start} ${what.query}`;
  const files = useFiles(what?.kind === 'file' ? what.query : undefined, findFiles);
  const [selection, setSelection] = useState({ key, index: 0 });
  const [closed, setClosed] = useState('');
  const suggestions = useMemo(
    () =>
      (what?.kind === 'command' ? matchingCommands(commands, what.query).map(ofCommand) : files.map(ofFile)).slice(
        0,
        maxSuggestions,
      ),
    [what, commands, files],
  );
  if (what === undefined || suggestions.length === 0 || closed === key) return undefined;
  return {
    what,
    suggestions,
    selected: selection.key === key ? Math.min(selection.index, suggestions.length - 1) : 0,
    select: (index) => {
      setSelection({ key, index: (index + suggestions.length) % suggestions.length });
    },
    close: () => {
      setClosed(key);
    },
  };
}

const none: readonly HostFile[] = [];

/** The files that fit; those of the query before are shown until the new ones are there, so that nothing flickers. */
function useFiles(query: string | undefined, findFiles: FindFiles): readonly HostFile[] {
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (query === undefined || findFiles === undefined) {
      setFound(none);
      return undefined;
    }
    const search = new AbortController();
    findFiles(query, search.signal).then(
      (files) => {
        if (!search.signal.aborted) setFound(files);
      },
      () => {
        if (!search.signal.aborted) setFound(none);
      },
    );
    return () => {
      search.abort();
    };
  }, [query, findFiles]);
  return query === undefined ? none : found;
}

const ofCommand = (command: AvailableCommand): Suggestion => {
  const hint = hintOf(command);
  return {
    label: `/${command.name}`,
    description: [hint === undefined ? '' : `<${hint}>`, command.description].filter(Boolean).join(' '),
    insert: `/${command.name}`,
  };
};

const ofFile = ({ path, relativePath }: HostFile): Suggestion => ({
  label: relativePath,
  description: '',
  insert: mentionText(relativePath),
  mention: { name: relativePath, path },
});
