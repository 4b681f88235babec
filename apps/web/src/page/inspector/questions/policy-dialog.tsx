/** How requests of the agent are answered: by hand, or by themselves. */
import type { AnswerPolicy } from '@acp-stack/trace/inspect';
import type { ReactNode } from 'react';

import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { useInspector } from '../store/use-inspector.ts';

const names: Readonly<Record<keyof AnswerPolicy, string>> = {
  permissions: 'Permission requests',
  files: 'Files and terminals',
  elicitation: 'Forms and pages',
  other: 'Everything else',
};

const words: Readonly<Record<'hand' | 'allow' | 'refuse', string>> = {
  hand: 'by hand',
  allow: 'allow',
  refuse: 'refuse',
};

export interface PolicyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly policy: AnswerPolicy;
}

export function PolicyDialog({ isOpen, onClose, policy }: PolicyDialogProps): ReactNode {
  const { call } = useInspector();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="How questions are answered"
      description="What the agent asks its client, when the inspector is the client."
    >
      <div className="flex flex-col gap-2 text-sm">
        {(Object.keys(names) as (keyof AnswerPolicy)[]).map((name) => (
          <div key={name} className="flex items-center justify-between gap-3">
            <span>{names[name]}</span>
            <Select
              label={names[name]}
              value={policy[name]}
              choices={(name === 'other' ? (['hand', 'refuse'] as const) : (['hand', 'allow', 'refuse'] as const)).map(
                (value) => ({ value, label: words[value] }),
              )}
              onChange={(value) => {
                void call('policy', { [name]: value });
              }}
            />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
