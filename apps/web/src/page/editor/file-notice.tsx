/** What the user has to know about a file: it could not be read or written, or another program has changed it. */
import type { ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import type { ShownFile } from './editor-files.ts';

export interface FileNoticeProps {
  readonly file: ShownFile;
  readonly onReload: () => void;
  readonly onOverwrite: () => void;
}

export function FileNotice({ file, onReload, onOverwrite }: FileNoticeProps): ReactNode {
  const { name, status, problem, isOutdated } = file;
  if (status === 'loading') return <p className="p-3 text-sm text-muted">Reading the file…</p>;
  if (!isOutdated && problem === undefined) return undefined;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line bg-warn-soft px-3 py-2 text-sm">
      <p dir="auto" className="min-w-0 flex-1 break-words">
        {isOutdated ? `Another program has changed ${name}, and you have unsaved changes.` : problem}
      </p>
      {isOutdated ? (
        <>
          <Button size="small" onClick={onReload}>
            Discard my changes
          </Button>
          <Button size="small" onClick={onOverwrite}>
            Save mine
          </Button>
        </>
      ) : undefined}
      {status === 'failed' ? (
        <Button size="small" icon="refresh" onClick={onReload}>
          Try again
        </Button>
      ) : undefined}
    </div>
  );
}
