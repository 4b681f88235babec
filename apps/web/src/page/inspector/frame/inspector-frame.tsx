/** The frame of the inspector: what is inspected, the filter, the views, and the selected message. */
import type { InspectorState } from '@acp-stack/trace/inspect';
import { useMemo, useState, type ReactNode } from 'react';

import { Button, IconButton } from '../../ui/button.tsx';
import { MessageDetail } from '../detail/message-detail.tsx';
import { parseQuery } from '../filter/query.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { useSessionsOf } from '../filter/use-sessions-of.ts';
import { useShownRows } from '../filter/use-shown-rows.ts';
import { PolicyDialog } from '../questions/policy-dialog.tsx';
import { QuestionPanel } from '../questions/question-panel.tsx';
import { ExportDialog } from '../runs/export-dialog.tsx';
import { RunMenu } from '../runs/run-menu.tsx';
import { SendPanel, type SendDraft } from '../send/send-panel.tsx';
import { rowAt } from '../store/row-at.ts';
import { useInspector, useWire } from '../store/use-inspector.ts';
import { EditorCommand } from './editor-command.tsx';
import { RunState } from './run-state.tsx';
import { Tabs } from './tabs.tsx';
import { View } from './view.tsx';
import type { ViewName } from './views.ts';

/** What stands beside the views. */
type Aside =
  | { readonly kind: 'message'; readonly index: number }
  | { readonly kind: 'send'; readonly draft: SendDraft };

export function InspectorFrame(): ReactNode {
  const { state } = useWire();
  return state === undefined ? <p className="p-4 text-sm text-muted">Connecting …</p> : <LoadedFrame state={state} />;
}

function LoadedFrame({ state }: { readonly state: InspectorState }): ReactNode {
  const { store } = useInspector();
  const wire = useWire();
  const [view, setView] = useState<ViewName>('messages');
  const [query, setQuery] = useState('');
  const [aside, setAside] = useState<Aside>();
  const [isFollowing, setFollowing] = useState(true);
  const [dialog, setDialog] = useState<'export' | 'policy'>();
  const { filter, problems } = useMemo(() => parseQuery(query), [query]);
  const shown = useShownRows(wire, filter, query);
  const { items } = shown;
  const selected = aside?.kind === 'message' ? aside.index : undefined;
  const run = rowAt(wire.rows, selected)?.run ?? state.current ?? state.runs.at(-1)?.run ?? 0;
  const select = (index: number): void => {
    setAside({ kind: 'message', index });
  };
  const closeDialog = (): void => {
    setDialog(undefined);
  };
  const send = (draft: SendDraft): void => {
    setAside({ kind: 'send', draft });
  };
  const sessions = useSessionsOf(wire);
  const session = wire.rows.findLast((row) => row.session !== undefined && row.run === run)?.session;
  return (
    <>
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-2">
        <h1 className="max-w-64 truncate text-sm font-semibold" title={state.target.name}>
          {state.target.name}
        </h1>
        <RunState state={state} />
        <FilterBar query={query} onChange={setQuery} sessions={sessions} />
        <span role="status" className="shrink-0 text-xs text-muted">
          {items.length} of {wire.rows.length}
          {wire.dropped === 0 ? '' : `, ${wire.dropped} dropped`}
        </span>
        <IconButton
          label={isFollowing ? 'Stay at this place' : 'Follow new messages'}
          icon={isFollowing ? 'pause' : 'arrow-down'}
          size="small"
          aria-pressed={isFollowing}
          onClick={() => {
            setFollowing(!isFollowing);
          }}
        />
        <IconButton
          label="Clear the list"
          icon="trash"
          size="small"
          onClick={() => {
            store.clear();
          }}
        />
        <Button
          size="small"
          look="primary"
          icon="send"
          disabled={state.current === undefined}
          onClick={() => {
            send({ kind: 'method', method: session === undefined ? 'session/new' : 'session/prompt' });
          }}
        >
          Send
        </Button>
        <RunMenu
          state={state}
          run={run}
          onExport={() => {
            setDialog('export');
          }}
          onPolicy={() => {
            setDialog('policy');
          }}
          onCompared={() => {
            setView('compare');
          }}
        />
      </header>
      <section aria-label="Views of the messages">
        {problems.length === 0 ? undefined : (
          <p role="alert" className="border-b border-line bg-warn-soft px-3 py-1 text-sm">
            {problems.join(' ')}
          </p>
        )}
        {state.editorCommand === undefined ? undefined : <EditorCommand words={state.editorCommand} />}
        <Tabs selected={view} onSelect={setView} />
      </section>
      <main className="flex min-h-0 flex-1 max-md:flex-col">
        <div
          role="tabpanel"
          id={`view-${view}`}
          aria-labelledby={`tab-${view}`}
          className="flex min-h-0 min-w-0 flex-1 flex-col"
        >
          <View
            view={view}
            state={state}
            wire={wire}
            shown={shown}
            run={run}
            selected={selected}
            isFollowing={isFollowing && aside === undefined}
            onSelect={select}
            onFollow={setFollowing}
          />
          <QuestionPanel questions={state.questions} />
        </div>
        {aside === undefined ? undefined : (
          <aside
            aria-label={aside.kind === 'message' ? 'Selected message' : 'Message to send'}
            className="flex min-h-0 w-md max-w-[50vw] shrink-0 flex-col border-s border-line max-md:h-1/2 max-md:w-full max-md:max-w-none max-md:border-s-0 max-md:border-t"
          >
            {aside.kind === 'message' ? (
              <MessageDetail
                index={aside.index}
                onSelect={select}
                onSend={state.current === undefined ? undefined : send}
                onClose={() => {
                  setAside(undefined);
                }}
              />
            ) : (
              <SendPanel
                key={JSON.stringify(aside.draft)}
                draft={aside.draft}
                run={state.current}
                usual={{ cwd: state.cwd, mcpServers: [], ...(session === undefined ? {} : { sessionId: session }) }}
                onSent={select}
                onClose={() => {
                  setAside(undefined);
                }}
              />
            )}
          </aside>
        )}
      </main>
      <ExportDialog isOpen={dialog === 'export'} onClose={closeDialog} run={run} />
      <PolicyDialog isOpen={dialog === 'policy'} onClose={closeDialog} policy={state.policy} />
    </>
  );
}
