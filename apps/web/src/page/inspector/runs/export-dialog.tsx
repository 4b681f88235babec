/** Exports runs as a trace file, with what is hidden before it is shared. */
import { useState, type ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useInspector } from '../store/use-inspector.ts';
import { saveFile } from './save-file.ts';
import { wholeExport } from './whole-export.ts';

type Redaction = 'none' | 'secrets' | 'content';

const choices: readonly { readonly value: Redaction; readonly title: string; readonly words: string }[] = [
  { value: 'secrets', title: 'Hide credentials', words: 'Tokens, keys and passwords are replaced.' },
  { value: 'content', title: 'Hide everything that was said', words: 'Only the form of the messages stays.' },
  { value: 'none', title: 'Hide nothing', words: 'Only for yourself: the file may contain secrets.' },
];

export interface ExportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The run that is exported. */
  readonly run: number;
}

export function ExportDialog({ isOpen, onClose, run }: ExportDialogProps): ReactNode {
  const { call } = useInspector();
  const [redaction, setRedaction] = useState<Redaction>('secrets');
  const [problem, setProblem] = useState<string>();
  const save = async (): Promise<void> => {
    const { name, parts } = await wholeExport(call, { runs: [run], redaction });
    saveFile(name, parts);
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Export the trace"
      description="The file can be opened by acp inspect and acp trace."
      actions={
        <Button
          look="primary"
          onClick={() => {
            save().catch((error: unknown) => {
              setProblem((error as Error).message);
            });
          }}
        >
          Save the file
        </Button>
      }
    >
      <fieldset className="flex flex-col gap-2 text-sm">
        <legend className="sr-only">What is hidden</legend>
        {choices.map(({ value, title, words }) => (
          <label key={value} className="flex gap-2">
            <input
              type="radio"
              name="redaction"
              checked={redaction === value}
              onChange={() => {
                setRedaction(value);
              }}
            />
            <span>
              {title}
              <span className="block text-muted">{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {problem === undefined ? undefined : <p className="text-sm text-bad">{problem}</p>}
    </Dialog>
  );
}
