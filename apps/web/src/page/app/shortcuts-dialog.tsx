/** The keys of the page. */
import type { ReactNode } from 'react';

import { useAllActions } from '../actions/actions.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Keys } from '../ui/keys.tsx';

/** Keys of single parts of the page, which are no actions. */
const others = [
  { title: 'Send the message', keys: 'Enter' },
  { title: 'Begin a new line', keys: 'Shift+Enter' },
  { title: 'Open one of the first nine sessions', keys: 'Mod+1…9' },
  { title: 'Next entry of the conversation', keys: 'J' },
  { title: 'Previous entry of the conversation', keys: 'K' },
  { title: 'Close a dialog', keys: 'Escape' },
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const actions = useAllActions().filter(({ id }) => !id.startsWith('session-number-'));
  const lines = [...actions.flatMap(({ title, keys }) => (keys === undefined ? [] : [{ title, keys }])), ...others];
  return (
    <Dialog isOpen onClose={onClose} title="Keys">
      <dl className="text-sm">
        {lines.map(({ title, keys }) => (
          <div key={`${title} ${keys}`} className="flex h-9 items-center gap-3">
            <dt className="min-w-0 flex-1 truncate">{title}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
