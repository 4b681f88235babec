/** The view that is chosen by the tabs. */
import type { InspectorState } from '@acp-stack/trace/inspect';
import type { ReactNode } from 'react';

import { CapabilityView } from '../capabilities/capability-view.tsx';
import { CompareView } from '../compare/compare-view.tsx';
import type { ShownRows } from '../filter/shown-rows.ts';
import { SequenceView } from '../sequence/sequence-view.tsx';
import type { WireSnapshot } from '../store/wire-store.ts';
import { MessageTable } from '../table/message-table.tsx';
import { TimelineView } from '../timeline/timeline-view.tsx';
import type { ViewName } from './views.ts';

export interface ViewProps {
  readonly view: ViewName;
  readonly state: InspectorState;
  readonly wire: WireSnapshot;
  /** The messages that match the filter. */
  readonly shown: ShownRows;
  readonly run: number;
  readonly selected: number | undefined;
  readonly isFollowing: boolean;
  readonly onSelect: (index: number) => void;
  readonly onFollow: (isFollowing: boolean) => void;
}

export function View({
  view,
  state,
  wire,
  shown,
  run,
  selected,
  isFollowing,
  onSelect,
  onFollow,
}: ViewProps): ReactNode {
  const { items } = shown;
  switch (view) {
    case 'messages':
      return items.length === 0 ? (
        <Empty hasRows={wire.rows.length > 0} state={state} />
      ) : (
        <MessageTable
          items={items}
          count={items.length}
          position={shown.positionOf(selected)}
          selected={selected}
          isFollowing={isFollowing}
          onSelect={onSelect}
          onFollow={onFollow}
        />
      );
    case 'sequence':
      return <SequenceView items={items} runs={state.runs} selected={selected} onSelect={onSelect} />;
    case 'timeline':
      return <TimelineView rows={wire.rows} version={wire.version} selected={selected} onSelect={onSelect} />;
    case 'capabilities':
      return <CapabilityView run={run} version={wire.rows.length} />;
    case 'compare':
      return <CompareView runs={state.runs} rows={wire.rows} onSelect={onSelect} />;
  }
}

function Empty({ hasRows, state }: { readonly hasRows: boolean; readonly state: InspectorState }): ReactNode {
  const words = hasRows
    ? 'No message matches the filter.'
    : state.target.kind === 'editor'
      ? 'Waiting for the editor: put the command above into its settings, and open a session there.'
      : 'No messages yet. Press Send to call a method of the agent.';
  return <p className="p-4 text-sm text-muted">{words}</p>;
}
