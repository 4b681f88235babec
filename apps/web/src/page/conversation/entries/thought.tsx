/** A thought of the agent: folded, with the time it took; while the agent thinks, its last words are shown. */
import type { SessionStore } from '@acp-stack/react';
import { textOf, type MessageEntry } from '@acp-stack/transcript';
import type { ReactNode } from 'react';

import { Markdown } from '../../markdown/markdown.tsx';
import { useFold } from '../facts/folds.ts';
import { useEntryTime } from '../facts/use-entry-time.ts';
import { FoldLine } from './fold-line.tsx';

export interface ThoughtProps {
  readonly session: SessionStore;
  readonly entry: MessageEntry;
  /** Whether it is being written. */
  readonly isOpen: boolean;
}

/** The length of the preview, in characters. */
const previewLength = 120;

export function Thought({ session, entry, isOpen }: ThoughtProps): ReactNode {
  const [isUnfolded, setUnfolded] = useFold(session, entry.id, false);
  const time = useEntryTime(session, entry, isOpen);
  const text = textOf(entry.content);
  const title = isOpen ? 'Thinking' : 'Thought';
  return (
    <div>
      <FoldLine
        isOpen={isUnfolded}
        onToggle={() => {
          setUnfolded(!isUnfolded);
        }}
      >
        <span className="shrink-0">
          {title}
          {time === undefined ? '' : ` for ${time}`}
        </span>
        {isOpen && !isUnfolded ? (
          <span dir="auto" aria-hidden="true" className="min-w-0 truncate opacity-80">
            {lastWords(text)}
          </span>
        ) : undefined}
      </FoldLine>
      {isUnfolded ? (
        <div className="mt-2 border-s-2 border-line ps-4 text-sm text-muted">
          <Markdown text={text} isOpen={isOpen} />
        </div>
      ) : undefined}
    </div>
  );
}

/** The last line that has words. */
function lastWords(text: string): string {
  const end = text.slice(-4 * previewLength).trimEnd();
  return end
    .slice(end.lastIndexOf('\n') + 1)
    .replaceAll(/[*_`#]/gu, '')
    .slice(-previewLength);
}
