/** The words and icons of tool calls. */
import type { ToolCallEntry } from '@acp-stack/transcript';

import type { IconName } from '../../ui/icons.tsx';

const icons: Readonly<Record<string, IconName>> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'folder',
  search: 'search',
  execute: 'terminal',
  think: 'help',
  fetch: 'link',
  switch_mode: 'gear',
};

/** The icon of a kind of work. */
export const toolIcon = (kind: string): IconName => icons[kind] ?? 'tool';

/** What a call is called. */
export const toolTitle = ({ title, name, toolCallId }: ToolCallEntry): string => title || name || toolCallId;

/** How a call stands, for people. */
export type ToolState = 'waiting' | 'pending' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

const states: Readonly<Record<string, ToolState>> = {
  pending: 'pending',
  paused: 'paused',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The state of a call; one that asks the user something waits. */
export const toolState = ({ status }: ToolCallEntry, isWaiting: boolean): ToolState =>
  isWaiting ? 'waiting' : (states[status] ?? 'running');

export const stateWords: Readonly<Record<ToolState, string>> = {
  waiting: 'Waits for you',
  pending: 'Not started',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const groupWords: Readonly<Record<string, readonly [string, string]>> = {
  read: ['file read', 'files read'],
  edit: ['edit', 'edits'],
  delete: ['deletion', 'deletions'],
  move: ['move', 'moves'],
  search: ['search', 'searches'],
  execute: ['command', 'commands'],
  think: ['thought', 'thoughts'],
  fetch: ['page', 'pages'],
};

/** What a group of calls did, such as `6 tool calls: 4 files read, 2 searches`. */
export function groupText(calls: readonly ToolCallEntry[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of calls) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => {
    const [one, many] = groupWords[kind] ?? ['other', 'others'];
    return `${count} ${count === 1 ? one : many}`;
  });
  return `${calls.length} tool calls: ${parts.join(', ')}`;
}
