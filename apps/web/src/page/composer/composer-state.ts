/** Whether a message can be sent, and why not, in words. */
import type { SessionSnapshot } from '@acp-stack/react';

export interface ComposerState {
  /** Whether text can be written; what is written is kept even if it cannot be sent. */
  readonly canWrite: boolean;
  readonly canSend: boolean;
  /** One sentence that says why nothing can be sent now; undefined if it can. */
  readonly reason: string | undefined;
}

const open: ComposerState = { canWrite: true, canSend: true, reason: undefined };
const held = (reason: string): ComposerState => ({ canWrite: true, canSend: false, reason });
const shut = (reason: string): ComposerState => ({ canWrite: false, canSend: false, reason });

/** The state of the composer of a session. */
export function composerState({
  status,
  error,
  hub,
}: Pick<SessionSnapshot, 'status' | 'error' | 'hub'>): ComposerState {
  if (hub.role === 'observer') {
    return shut(
      `You observe this session. Ask ${hub.owner ?? 'its owner'} to be made a controller if you want to write.`,
    );
  }
  if (status === 'opening') return held('The session is being opened.');
  if (status === 'disconnected') return held('Not connected. What you write is kept, and can be sent when it is back.');
  if (status === 'ended') return shut(withReason('This session has ended.', error));
  if (status === 'failed') return held(withReason('The session could not be opened.', error));
  return open;
}

const withReason = (sentence: string, error: Error | undefined): string =>
  error === undefined ? sentence : `${sentence} ${error.message}`;
