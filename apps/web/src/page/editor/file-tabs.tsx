/** The open files of the editor, side by side. */
import type { ReactNode } from 'react';

import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import type { ShownFile } from './editor-files.ts';

export interface FileTabsProps {
  readonly files: readonly ShownFile[];
  readonly front: string | undefined;
  readonly onShow: (path: string) => void;
  readonly onClose: (path: string) => void;
}

export function FileTabs({ files, front, onShow, onClose }: FileTabsProps): ReactNode {
  return (
    <ul aria-label="Open files" className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
      {files.map(({ path, name, isChanged }) => (
        <li
          key={path}
          className={classes('flex shrink-0 items-center rounded-md', path === front ? 'bg-hover' : 'text-muted')}
        >
          <button
            type="button"
            title={path}
            aria-current={path === front ? 'true' : undefined}
            className="h-8 max-w-56 cursor-pointer truncate ps-2 text-sm"
            onClick={() => {
              onShow(path);
            }}
          >
            <bdi>{name}</bdi>
            {isChanged ? (
              <>
                <span aria-hidden="true"> •</span>
                <span className="sr-only">, unsaved changes</span>
              </>
            ) : undefined}
          </button>
          <IconButton
            label={`Close ${name}`}
            icon="close"
            size="small"
            onClick={() => {
              onClose(path);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
