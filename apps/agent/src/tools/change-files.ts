/**
 * Changes files: shows the diff, asks for permission, writes, and notes how to undo it.
 *
 * Nothing is written before the user has seen it, and a file that has changed meanwhile is not overwritten.
 */
import type { ToolCall, Turn } from '@acp-stack/sdk';

import type { TextFile } from '../files/session-files.ts';
import { fileKey } from '../permissions/path-key.ts';
import { requiredPermission } from '../permissions/required-permission.ts';
import { shownPath } from '../text/shown-path.ts';
import type { SessionResources } from './session-resources.ts';

/** The new text of a file. */
export interface PlannedChange {
  readonly path: string;
  /** The file as it was read; undefined if it is new. */
  readonly before: TextFile | undefined;
  /** Undefined deletes the file. */
  readonly after: string | undefined;
}

export interface ChangeContext {
  readonly call: ToolCall;
  readonly turn: Turn;
  readonly signal: AbortSignal;
  /** The changes undo others, which are already in the edit log. */
  readonly isUndoing?: boolean;
}

/** Makes the changes, all of them or as many as possible; the edit log contains them. */
export async function changeFiles(
  resources: SessionResources,
  changes: readonly PlannedChange[],
  context: ChangeContext,
): Promise<void> {
  const { call, turn, signal, isUndoing = false } = context;
  await call.at(...changes.map((change) => ({ path: change.path, line: firstChangedLine(change) })));
  for (const change of changes) await showChange(call, change);
  await resources.permissions.require(await intentOf(resources, changes), { turn, call });
  await call.start();
  // Noted before it is written, so that it can be undone even if the process crashes.
  if (!isUndoing) await note(resources, changes, turn);
  let done = 0;
  try {
    for (const change of changes) {
      signal.throwIfAborted();
      await write(resources, change, signal);
      done += 1;
    }
  } finally {
    if (done === 0 && !isUndoing) await resources.edits.drop();
  }
}

async function note({ edits }: SessionResources, changes: readonly PlannedChange[], { session }: Turn): Promise<void> {
  const isKept = await edits.add(changes.map(({ path, before, after }) => ({ path, before: before?.text, after })));
  if (!isKept) void session.notice('info', 'This change is too large to be undone after a restart.');
}

async function intentOf(
  { session, workspace }: SessionResources,
  changes: readonly PlannedChange[],
): Promise<Parameters<SessionResources['permissions']['require']>[0]> {
  const [first] = changes;
  const name = first === undefined ? 'files' : shownPath(session.cwd, first.path);
  const question = changes.length === 1 ? `${verbFor(first)} ${name}?` : `Change ${changes.length} files?`;
  const ofThis =
    changes.length === 1 && first !== undefined
      ? [{ key: `edit ${await fileKey(first.path)}`, label: `changes of ${name}` }]
      : [];
  const scopes = [...ofThis, { key: 'edit', label: 'changes of files' }];
  return { ...(await requiredPermission(workspace, changes)), question, scopes };
}

const verbFor = (change: PlannedChange | undefined): string =>
  change?.before === undefined ? 'Write' : change.after === undefined ? 'Delete' : 'Change';

/** A patch of the whole file gives clients of version 1 the old and the new text too. */
async function showChange(call: ToolCall, { path, before, after }: PlannedChange): Promise<void> {
  const { writeGitPatch } = await import('@acp-stack/bridge/git-patch');
  const operation = before === undefined ? 'add' : after === undefined ? 'delete' : 'modify';
  const patch = writeGitPatch({ path, oldText: before?.text, newText: after });
  await call.diff([{ operation, path, fileType: 'text' }], patch);
}

async function write(
  resources: SessionResources,
  { path, before, after }: PlannedChange,
  signal: AbortSignal,
): Promise<void> {
  if (after === undefined) await resources.workspace.files.delete(path, { signal });
  else await resources.files.write(path, after, { before, signal });
}

/** The first line that differs, from 1. */
function firstChangedLine({ before, after }: PlannedChange): number {
  const [left, right] = [before?.text.split('\n') ?? [], after?.split('\n') ?? []];
  const index = left.findIndex((line, place) => line !== right[place]);
  return index === -1 ? Math.max(1, Math.min(left.length, right.length)) : index + 1;
}
