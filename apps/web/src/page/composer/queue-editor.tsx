/** Changes the text of a message that waits. */
import { useState, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import { isPressed } from '../ui/key-names.ts';

export interface QueueEditorProps {
  readonly text: string;
  readonly save: (text: string) => void;
  readonly cancel: () => void;
}

export function QueueEditor({ text, save, cancel }: QueueEditorProps): ReactNode {
  const [edited, setEdited] = useState(text);
  return (
    <form
      className="flex min-w-0 flex-1 items-end gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        save(edited);
      }}
    >
      <textarea
        autoFocus
        dir="auto"
        rows={Math.min(8, edited.split('\n').length)}
        value={edited}
        aria-label="Waiting message"
        className="field-sizing-content max-h-40 min-w-0 flex-1 resize-none rounded-md border border-line bg-page px-2 py-1"
        onChange={(event) => {
          setEdited(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (isPressed(event, 'Escape')) cancel();
          else if (isPressed(event, 'Enter')) save(edited);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Button type="submit" size="small" look="primary">
        Save
      </Button>
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </form>
  );
}
