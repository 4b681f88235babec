/** The keys of the page. */
import type { ReactNode } from 'react';

import { useAllActions } from '../actions/actions.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Keys } from '../ui/keys.tsx';

/** Keys of single parts of the page, which are no actions. */
const others = [
  { title: 'Send the message', keys: 'Enter' },
  { title: 'Begin a new line', keys: 'Shift+Enter' },
  { title: 'Send it into the running work', keys: 'Mod+Enter' },
  { title: 'Stop the agent', keys: 'Escape' },
  { title: 'Bring back a message that you have sent', keys: 'ArrowUp' },
  { title: 'List the commands of the agent', keys: '/' },
  { title: 'List the files of the session', keys: '@' },
  { title: 'Choose an answer', keys: '1…9' },
  { title: 'Allow once', keys: 'Y' },
  { title: 'Allow always', keys: 'A' },
  { title: 'Reject once', keys: 'N' },
  { title: 'Reject always', keys: 'D' },
  { title: 'Open one of the first nine sessions', keys: 'Mod+1…9' },
  { title: 'Next entry of the conversation', keys: 'J' },
  { title: 'Previous entry of the conversation', keys: 'K' },
  { title: 'Close a dialog', keys: 'Escape' },
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const actions = useAllActions().filter(({ id }) => !id.startsWith('session-number-'));
  const lines = [...actions.flatMap(({ title, keys }) => (keys === undefined ? [] : [{ title, keys }])), ...others];
  return (
    <Dialog isOpen onClose={onClose} title="Keys" width="wide">
      {/* It can be scrolled by keys on a small screen. */}
      <div role="group" aria-label="All keys" tabIndex={0} className="-mx-3 rounded-md px-3 -outline-offset-2">
        <dl className="gap-8 text-sm sm:columns-2">
          {lines.map(({ title, keys }) => (
            <div key={`${title} ${keys}`} className="flex h-9 break-inside-avoid items-center gap-3">
              <dt className="min-w-0 flex-1 truncate">{title}</dt>
              <dd>
                <Keys keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
