/** The command that puts the inspector between an editor and its agent. */
import type { ReactNode } from 'react';

import { IconButton } from '../../ui/button.tsx';

export function EditorCommand({ words }: { readonly words: readonly string[] }): ReactNode {
  const [command = '', ...args] = words;
  const settings = JSON.stringify({ command, args });
  return (
    <p className="flex items-center gap-2 border-b border-line px-3 py-1 text-xs">
      <span className="shrink-0 text-muted">For the settings of the editor:</span>
      <code className="min-w-0 flex-1 truncate font-mono" title={settings}>
        {settings}
      </code>
      <IconButton
        label="Copy the settings"
        icon="copy"
        size="small"
        onClick={() => {
          void navigator.clipboard.writeText(settings);
        }}
      />
    </p>
  );
}
