/** One message: what is wrong with it, its JSON, and the answer that belongs to it. */
import type { WireRow } from '@acp-stack/trace/inspect';
import type { ReactNode } from 'react';

import { CopyButton } from '../../markdown/code-block.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { SendDraft } from '../send/send-panel.tsx';
import { useAsked, useInspector } from '../store/use-inspector.ts';
import { Direction } from '../table/direction.tsx';
import { nameOf, shownLatency, shownTime } from '../table/row-words.ts';
import { Findings } from './findings.tsx';
import { JsonTree } from './json-tree.tsx';

export interface MessageDetailProps {
  readonly index: number;
  readonly onSelect: (index: number) => void;
  /** Opens the message for sending it again, changed or not; undefined if nothing can be sent. */
  readonly onSend: ((draft: SendDraft) => void) | undefined;
  readonly onClose: () => void;
}

export function MessageDetail({ index, onSelect, onSend, onClose }: MessageDetailProps): ReactNode {
  const { call } = useInspector();
  const answer = useAsked((signal) => call('message', { index }, signal), String(index));
  if (answer === undefined) return <p className="p-3 text-sm text-muted">Loading the message …</p>;
  if (answer instanceof Error) return <p className="p-3 text-sm text-bad">{answer.message}</p>;
  const { text, isCut, row, response } = answer;
  const other = row.request ?? response;
  return (
    <article aria-label="Message" className="flex min-h-0 flex-1 flex-col overflow-auto">
      <header className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <h2 className="min-w-0 flex-1 truncate font-mono text-sm">{nameOf(row)}</h2>
        {other === undefined ? undefined : (
          <button
            type="button"
            className="cursor-pointer text-sm text-accent underline"
            onClick={() => {
              onSelect(other);
            }}
          >
            {row.request === undefined ? 'Show the answer' : 'Show the request'}
          </button>
        )}
        {onSend === undefined ? undefined : (
          <IconButton
            label="Edit and send it again"
            icon="edit"
            size="small"
            onClick={() => {
              onSend(draftOf(row, text));
            }}
          />
        )}
        <CopyButton text={() => text} label="Copy the message" />
        <IconButton label="Close the message" icon="close" size="small" onClick={onClose} />
      </header>
      {isCut ? (
        <p className="px-3 py-1 text-sm text-muted">Only the first 16 MiB of the message are shown.</p>
      ) : undefined}
      <Facts row={row} />
      <Findings findings={row.findings ?? []} />
      <JsonTree text={text} />
    </article>
  );
}

/** A call of a known method as its form, anything else as it is. */
function draftOf(row: WireRow, text: string): SendDraft {
  if (row.kind !== 'request' && row.kind !== 'notification') return { kind: 'text', text };
  try {
    const { method, params } = JSON.parse(text) as { readonly method: string; readonly params?: unknown };
    return { kind: 'method', method, params };
  } catch {
    return { kind: 'text', text };
  }
}

function Facts({ row }: { readonly row: WireRow }): ReactNode {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Time', `${shownTime(row.ts)} s${row.at === undefined ? '' : ` (${row.at})`}`],
    ['Took', shownLatency(row.took)],
    ['Id', row.id],
    ['Session', row.session],
  ];
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-b border-line px-3 py-2 text-xs">
      <div className="contents">
        <dt className="text-muted">Direction</dt>
        <dd className="font-mono">
          <Direction row={row} />
        </dd>
      </div>
      {facts.map(([name, value]) =>
        value === undefined || value === '' ? undefined : (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="truncate font-mono" title={value}>
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
