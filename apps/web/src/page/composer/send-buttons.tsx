/** Send, steer and stop. */
import type { ReactNode } from 'react';

import { IconButton } from '../ui/button.tsx';

export interface SendButtonsProps {
  readonly canSend: boolean;
  readonly canSteer: boolean;
  readonly isWorking: boolean;
  readonly send: (mode: 'queue' | 'steer') => void;
  /** Undefined if nothing can be stopped. */
  readonly stop: (() => void) | undefined;
}

export function SendButtons({ canSend, canSteer, isWorking, send, stop }: SendButtonsProps): ReactNode {
  return (
    <div className="ms-auto flex shrink-0 items-center gap-1">
      {stop === undefined ? undefined : (
        <IconButton label="Stop the agent" icon="stop" look="plain" keys="Escape" onClick={stop} />
      )}
      {isWorking && canSteer && canSend ? (
        <IconButton
          label="Steer: deliver it within the running work"
          icon="chevron-end"
          look="plain"
          keys="Mod+Enter"
          onClick={() => {
            send('steer');
          }}
        />
      ) : undefined}
      {isWorking && !canSend ? undefined : (
        <IconButton
          label={isWorking ? 'Queue: deliver it after the running work' : 'Send'}
          icon="send"
          look="primary"
          keys="Enter"
          disabled={!canSend}
          onClick={() => {
            send('queue');
          }}
        />
      )}
    </div>
  );
}
