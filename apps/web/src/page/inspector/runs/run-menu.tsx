/** What can be done with runs: restart, play again, save, export, open a file. */
import type { InspectorState } from '@acp-stack/trace/inspect';
import { useRef, type ReactNode } from 'react';

import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuAction } from '../../ui/menu.tsx';
import { showError, showToast } from '../../ui/toast.tsx';
import { useInspector } from '../store/use-inspector.ts';
import { saveFile } from './save-file.ts';

export interface RunMenuProps {
  readonly state: InspectorState;
  readonly run: number;
  readonly onExport: () => void;
  readonly onPolicy: () => void;
  readonly onCompared: () => void;
}

/** Files above this size are not sent to the program, which refuses them too. */
const largestFile = 200 * 1024 * 1024;

/** Shows what `work` says when it is done, or why it failed. */
function tell(work: Promise<string>): void {
  work.then(
    (text) => {
      showToast({ title: text });
    },
    (error: unknown) => {
      showError('That did not work', error);
    },
  );
}

export function RunMenu({ state, run, onExport, onPolicy, onCompared }: RunMenuProps): ReactNode {
  const { call } = useInspector();
  const file = useRef<HTMLInputElement>(null);
  const hasAgent = state.target.kind !== 'file';
  const actions: readonly MenuAction[] = [
    {
      label: 'Restart the agent',
      icon: 'refresh',
      isDisabled: !hasAgent,
      run: () => {
        tell(call('restart', {}).then(({ run: number }) => `Run ${number} has begun.`));
      },
    },
    {
      label: 'Play this client again and compare',
      isDisabled: !hasAgent,
      run: () => {
        tell(
          call('replay', { run }).then(({ run: number }) => {
            onCompared();
            return `Played again as run ${number}.`;
          }),
        );
      },
    },
    {
      label: 'Save the agent as a script',
      run: () => {
        tell(
          call('script', { run }).then(({ name, text, notes }) => {
            saveFile(name, text);
            return [`Saved ${name}; start it with: acp agent --script ${name}`, ...notes].join(' ');
          }),
        );
      },
    },
    { label: 'Export the trace …', run: onExport, isSeparated: true },
    {
      label: 'Open a trace file …',
      run: () => {
        file.current?.click();
      },
    },
    { label: 'How questions are answered …', run: onPolicy, isSeparated: true },
  ];
  const open = async (opened: File): Promise<string> => {
    if (opened.size > largestFile)
      throw new Error(`${opened.name} is larger than 200 MB; open it by acp inspect FILE.`);
    const { unreadable } = await call('import', { name: opened.name, text: await opened.text() });
    return unreadable === 0 ? `Opened ${opened.name}.` : `Opened ${opened.name}; ${unreadable} lines are unreadable.`;
  };
  return (
    <>
      <Menu trigger={<IconButton label="More" icon="more" size="small" />} actions={actions} />
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Trace file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) tell(open(chosen));
          event.target.value = '';
        }}
      />
    </>
  );
}
