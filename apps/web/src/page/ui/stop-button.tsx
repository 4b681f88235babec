/** A button that asks the agent to stop something; it stays disabled until the agent has, or the request fails. */
import { useState, type ReactNode } from 'react';

import { Button } from './button.tsx';
import { showError } from './toast.tsx';

export interface StopButtonProps {
  /** What the button says. */
  readonly words: string;
  /** What is stopped, for screen readers; `words` when absent. */
  readonly label?: string;
  readonly stop: () => Promise<unknown>;
  /** What is shown if `stop` fails. */
  readonly failure: string;
}

export function StopButton({ words, label, stop, failure }: StopButtonProps): ReactNode {
  const [isAsked, setAsked] = useState(false);
  return (
    <Button
      size="small"
      look="quiet"
      icon="stop"
      disabled={isAsked}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => {
        setAsked(true);
        stop().catch((error: unknown) => {
          setAsked(false);
          showError(failure, error);
        });
      }}
    >
      {words}
    </Button>
  );
}
