/** The input of a session: the message, its attachments, the settings, and the messages that wait. */
import { useQueue, useSessionState, useTranscript, type SessionStore } from '@acp-stack/react';
import type { AvailableCommand } from '@acp-stack/sdk';
import { isBusy } from '@acp-stack/transcript';
import { useCallback, useId, useMemo, useRef, type ReactNode } from 'react';

import { useHost } from '../connect/connection.tsx';
import { classes } from '../ui/classes.ts';
import { acceptedContent } from './accepted-content.ts';
import type { Attachment, AttachmentProblem } from './attachment.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import { focusComposer } from './composer-focus.ts';
import { composerNote } from './composer-note.ts';
import { composerState } from './composer-state.ts';
import { isBlankDraft } from './draft.ts';
import { MessageInput } from './message-input.tsx';
import { OptionsBar } from './options-bar.tsx';
import { QueueList } from './queue-list.tsx';
import { addressesIn, filesIn, linksTo, readFiles } from './read-files.ts';
import { SendButtons } from './send-buttons.tsx';
import { useComposer } from './use-composer.ts';
import { useEditorMentions } from './use-editor-mentions.ts';
import { useFileDrop } from './use-file-drop.ts';

const noCommands: readonly AvailableCommand[] = [];
const fileLimit = 50;

export function Composer({ session }: { readonly session: SessionStore }): ReactNode {
  const { model, draft, note } = useComposer(session);
  useEditorMentions(
    model,
    useCallback(() => {
      focusComposer(session);
    }, [session]),
  );
  const snapshot = useSessionState(session);
  const state = composerState(snapshot);
  const isWorking = useTranscript(session, isBusy);
  const commands = useTranscript(session, ({ availableCommands }) => availableCommands) ?? noCommands;
  const queue = useQueue(session);
  const host = useHost();
  const noteId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const { id } = snapshot;
  const canFind = id !== undefined && host.can('findFiles');
  const findFiles = useMemo(
    () =>
      canFind
        ? async (query: string, signal: AbortSignal) =>
            (await host.call('findFiles', { sessionId: id, query, limit: fileLimit }, { signal })).files
        : undefined,
    [canFind, host, id],
  );

  const add = (found: readonly (Attachment | AttachmentProblem)[]): void => {
    model.attach(found.filter((each) => 'block' in each));
    const problems = found.flatMap((each) => ('problem' in each ? [each.problem] : []));
    if (problems.length > 0) model.say({ kind: 'error', text: problems.join(' ') });
  };
  const takeFiles = async (files: readonly File[]): Promise<void> => {
    try {
      add(await readFiles(files, acceptedContent(session)));
    } catch (error) {
      model.say({ kind: 'error', text: `The files were not attached: ${(error as Error).message}` });
    }
  };
  const takeData = (data: DataTransfer | null): boolean => {
    if (!state.canWrite) return false;
    const files = filesIn(data);
    const addresses = files.length > 0 ? [] : addressesIn(data);
    if (files.length > 0) void takeFiles(files);
    else add(linksTo(addresses));
    return files.length + addresses.length > 0;
  };
  const send = (mode: 'queue' | 'steer'): void => {
    if (state.canSend) void model.send(queue.canSteer ? mode : 'queue');
  };
  const stop = isWorking && state.canSend ? (): void => void model.stop() : undefined;
  const shown = composerNote({ state, note, text: draft.text, commands });
  const name = snapshot.hub.agent ?? 'the agent';
  const { isDragging, ...dropHandlers } = useFileDrop(takeData);
  return (
    <div role="group" aria-label="Your message" className="mx-auto w-full max-w-[46rem] shrink-0 px-3 pb-3">
      <QueueList session={session} model={model} queue={queue} />
      <div
        className={classes(
          'relative rounded-lg border bg-raised ring-accent focus-within:border-accent has-[textarea:focus-visible]:ring-1',
          isDragging ? 'border-accent' : 'border-line',
        )}
        {...dropHandlers}
      >
        <AttachmentChips
          attachments={draft.attachments}
          remove={(attachment) => {
            model.detach(attachment);
          }}
        />
        <MessageInput
          session={session}
          model={model}
          text={draft.text}
          placeholder={`Message ${name} …`}
          isReadOnly={!state.canWrite}
          commands={commands}
          findFiles={findFiles}
          noteId={noteId}
          send={send}
          stop={stop}
          takeData={takeData}
        />
        <div className="flex items-end gap-1 px-2 pb-2">
          <OptionsBar
            session={session}
            isDisabled={!state.canSend}
            pickFiles={() => {
              picker.current?.click();
            }}
          />
          <SendButtons
            canSend={state.canSend && !isBlankDraft(draft)}
            canSteer={queue.canSteer}
            isWorking={isWorking}
            send={send}
            stop={stop}
          />
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={(event) => {
            void takeFiles(Array.from(event.currentTarget.files ?? []));
            event.currentTarget.value = '';
          }}
        />
      </div>
      <p
        id={noteId}
        role="status"
        dir="auto"
        className={classes('min-h-5 px-1 pt-1 text-xs', shown?.kind === 'error' ? 'text-bad' : 'text-muted')}
      >
        {shown?.text}
      </p>
    </div>
  );
}
