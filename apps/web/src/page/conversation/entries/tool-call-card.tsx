/** A tool call: what it does, how it stands, where, and what came out. */
import { useSessionState, useTranscript, type SessionStore } from '@acp-stack/react';
import {
  canCancel,
  isFinished,
  rawOutputText,
  visibleText,
  waitingToolCalls,
  type ToolCallEntry,
} from '@acp-stack/transcript';
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';
import { useCallback, type ReactNode } from 'react';

import { FileText } from '../../markdown/link.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icons.tsx';
import { StopButton } from '../../ui/stop-button.tsx';
import { DiffCard } from '../diff/diff-card.tsx';
import { useFold } from '../facts/folds.ts';
import { shownPath } from '../facts/shown-path.ts';
import { useEntryTime } from '../facts/use-entry-time.ts';
import { OutputText } from '../terminal/output-text.tsx';
import { TerminalCard } from '../terminal/terminal-card.tsx';
import { ContentBlockView } from './content-block.tsx';
import { JsonFold } from './json-fold.tsx';
import { ToolStateMark } from './tool-state-mark.tsx';
import { toolIcon, toolState, toolTitle } from './tool-words.ts';

export interface ToolCallCardProps {
  readonly session: SessionStore;
  readonly entry: ToolCallEntry;
}

/** At most this many places are listed. */
const maxPlaces = 8;

export function ToolCallCard({ session, entry }: ToolCallCardProps): ReactNode {
  const isWaiting = useTranscript(
    session,
    useCallback((transcript) => waitingToolCalls(transcript).some(({ id }) => id === entry.id), [entry.id]),
  );
  const isRunning = !isFinished(entry);
  const time = useEntryTime(session, entry, isRunning);
  const content = entry.content.toArray();
  const isImportant = content.some(({ type }) => type === 'diff' || type === 'terminal') || entry.status === 'failed';
  const hasMore = content.length > 0 || entry.rawInput !== undefined || entry.rawOutput !== undefined;
  const [isOpen, setOpen] = useFold(session, entry.id, isImportant);
  const title = toolTitle(entry);
  const head = (
    <>
      <Icon name={toolIcon(entry.kind)} className="size-4 text-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-text" title={title}>
        {title}
      </span>
      {time === undefined ? undefined : <span className="shrink-0 text-xs tabular-nums">{time}</span>}
      <ToolStateMark state={toolState(entry, isWaiting)} />
    </>
  );
  return (
    <section aria-label={title} className="rounded-md border border-line">
      <div className="flex min-h-9 items-center gap-1 pe-2">
        {hasMore ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-md ps-3 text-start text-sm text-muted"
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {head}
            <Icon name="chevron-down" className={classes('size-3.5 transition-transform', isOpen && 'rotate-180')} />
          </button>
        ) : (
          <div className="flex min-w-0 flex-1 items-center gap-2 ps-3 text-sm text-muted">{head}</div>
        )}
        <CancelButton session={session} entry={entry} />
      </div>
      <Places session={session} entry={entry} />
      {isOpen && hasMore ? (
        <div className="flex min-w-0 flex-col gap-2 border-t border-line px-3 py-2.5">
          {content.map((item, index) => (
            <Item key={index} session={session} item={item} isRunning={isRunning} />
          ))}
          <RawParts entry={entry} />
        </div>
      ) : undefined}
    </section>
  );
}

function CancelButton({ session, entry }: ToolCallCardProps): ReactNode {
  if (!canCancel(entry)) return undefined;
  return (
    <StopButton
      words="Cancel"
      label={`Cancel ${toolTitle(entry)}`}
      stop={() => session.cancelToolCall(entry.toolCallId)}
      failure="The tool call was not cancelled"
    />
  );
}

function Places({ session, entry }: ToolCallCardProps): ReactNode {
  const { cwd } = useSessionState(session);
  const locations = placesOf(entry);
  if (locations.length === 0) return undefined;
  const shown = locations.slice(0, maxPlaces);
  const more = locations.length - shown.length;
  return (
    <ul aria-label="Files" className="flex flex-wrap gap-x-3 gap-y-0.5 px-3 pb-2 text-xs text-muted">
      {shown.map(({ path, line }, index) => (
        <li key={index} className="min-w-0 truncate font-mono">
          <FileText file={{ path, line: line ?? undefined }}>
            {shownPath(path, cwd)}
            {typeof line === 'number' ? `:${line}` : ''}
          </FileText>
        </li>
      ))}
      {more > 0 ? <li>and {more} more</li> : undefined}
    </ul>
  );
}

/** The places of a call, without the files whose changes it shows. */
function placesOf({ locations, content }: ToolCallEntry): ToolCallEntry['locations'] {
  const changed = content
    .toArray()
    .flatMap((item) => (item.type === 'diff' ? (item.changes as readonly { readonly path?: unknown }[]) : []))
    .map(({ path }) => path);
  return changed.length === 0 ? locations : locations.filter(({ path }) => !changed.includes(path));
}

interface ItemProps {
  readonly session: SessionStore;
  readonly item: ToolCallContent;
  readonly isRunning: boolean;
}

function Item({ session, item, isRunning }: ItemProps): ReactNode {
  switch (item.type) {
    case 'diff':
      return <DiffCard session={session} diff={item} />;
    case 'terminal':
      return <TerminalCard session={session} terminalId={item.terminalId} />;
    case 'content': {
      const { content } = item;
      // Text with control sequences is the output of a terminal.
      if (content.type === 'text' && content.text.includes('\u001b'))
        return <OutputText text={visibleText(content.text)} />;
      return (
        <div className="min-w-0 text-sm">
          <ContentBlockView block={content} isOpen={isRunning} />
        </div>
      );
    }
    default:
      return <JsonFold label={`Content of the kind ${item.type}`} value={item} />;
  }
}

function RawParts({ entry }: { readonly entry: ToolCallEntry }): ReactNode {
  const { rawInput, rawOutput } = entry;
  const text = rawOutputText(entry);
  return (
    <>
      {text === undefined ? undefined : <OutputText text={visibleText(text)} />}
      {rawInput === undefined || rawInput === null ? undefined : (
        <JsonFold label="Input of the tool" value={rawInput} />
      )}
      {rawOutput === undefined || rawOutput === null ? undefined : (
        <JsonFold label="Output of the tool" value={rawOutput} />
      )}
    </>
  );
}
