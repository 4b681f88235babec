/** The messages that wait until the agent takes them: they can be edited, moved and removed until then. */
import type { Queue, QueuedMessage, SessionStore } from '@acp-stack/react';
import { useState, type ReactNode } from 'react';

import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { showToast } from '../ui/toast.tsx';
import { focusComposer } from './composer-focus.ts';
import type { ComposerModel } from './composer-model.ts';
import { contentOf, draftOf, summaryOf } from './prompt-content.ts';
import { QueueEditor } from './queue-editor.tsx';

export interface QueueListProps {
  readonly session: SessionStore;
  readonly model: ComposerModel;
  readonly queue: Queue;
}

export function QueueList({ session, model, queue }: QueueListProps): ReactNode {
  const { messages } = queue;
  const [edited, setEdited] = useState<string | undefined>(undefined);
  const [dragged, setDragged] = useState<string | undefined>(undefined);
  if (messages.length === 0) return undefined;
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      model.say({ kind: 'error', text: `${what}: ${(error as Error).message}` });
    }
  };
  const remove = (message: QueuedMessage): void => {
    void attempt('The message was not removed', async () => {
      await message.revoke();
      focusComposer(session);
      const undo = (): void => {
        model.putBack(message.content);
      };
      showToast({ title: 'The message was removed.', action: { label: 'Put it into the input', run: undo } });
    });
  };
  const move = (id: string, index: number): void => {
    void attempt('The message was not moved', () => queue.move(id, index));
  };
  return (
    <ol aria-label="Waiting messages" className="mb-2 rounded-lg border border-line bg-panel py-1 text-sm">
      {messages.map((message, index) => (
        <li
          key={message.id}
          draggable={message.isOwn && edited !== message.id}
          className={classes('flex items-center gap-2 ps-3 pe-1', dragged === message.id && 'opacity-50')}
          onDragStart={() => {
            setDragged(message.id);
          }}
          onDragEnd={() => {
            setDragged(undefined);
          }}
          onDragOver={(event) => {
            if (dragged !== undefined) event.preventDefault();
          }}
          onDrop={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            if (dragged !== message.id) move(dragged, index);
          }}
        >
          {edited === message.id ? (
            <QueueEditor
              text={draftOf(message.content).text}
              save={(text) => {
                setEdited(undefined);
                focusComposer(session);
                const content = contentOf({ ...draftOf(message.content), text });
                if (content.length === 0) remove(message);
                else void attempt('The message was not changed', () => message.replace(content));
              }}
              cancel={() => {
                setEdited(undefined);
                focusComposer(session);
              }}
            />
          ) : (
            <WaitingMessage
              message={message}
              edit={() => {
                setEdited(message.id);
              }}
              moveUp={canMove(messages, index, -1) ? () => move(message.id, index - 1) : undefined}
              moveDown={canMove(messages, index, 1) ? () => move(message.id, index + 1) : undefined}
              remove={() => {
                remove(message);
              }}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

/** Whether a message can change places with its neighbour: both are of this user, and are delivered in the same way. */
function canMove(messages: readonly QueuedMessage[], index: number, direction: 1 | -1): boolean {
  const [one, other] = [messages[index], messages[index + direction]];
  if (one === undefined || other === undefined) return false;
  return one.isOwn && other.isOwn && one.mode === other.mode;
}

interface WaitingMessageProps {
  readonly message: QueuedMessage;
  readonly edit: () => void;
  readonly moveUp: (() => void) | undefined;
  readonly moveDown: (() => void) | undefined;
  readonly remove: () => void;
}

function WaitingMessage({ message, edit, moveUp, moveDown, remove }: WaitingMessageProps): ReactNode {
  const { content, mode, isOwn, from } = message;
  const how = mode === 'steer' ? 'Steers' : 'Queued';
  return (
    <>
      <span className="shrink-0 text-xs text-muted">{isOwn ? how : `${how} by ${from ?? 'another client'}`}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate py-1.5">
        {summaryOf(content)}
      </span>
      {isOwn ? (
        <span className="flex shrink-0">
          <IconButton label="Move up" icon="arrow-up" size="small" disabled={moveUp === undefined} onClick={moveUp} />
          <IconButton
            label="Move down"
            icon="arrow-down"
            size="small"
            disabled={moveDown === undefined}
            onClick={moveDown}
          />
          <IconButton label="Edit message" icon="edit" size="small" onClick={edit} />
          <IconButton label="Remove message" icon="close" size="small" onClick={remove} />
        </span>
      ) : undefined}
    </>
  );
}
