/** `/undo`: reverts the newest change of the agent, or the newest of one file, if the files have not changed since. */
import type { Turn } from '@acp-stack/sdk';
import { WorkspaceError } from '@acp-stack/workspace';

import { runTool } from '../model/run-tool.ts';
import type { Tool } from '../model/tool.ts';
import { currentState, textBefore, type ReversibleChange } from '../session-data/reversible-change.ts';
import { shownName, shownPath } from '../text/shown-path.ts';
import { changeFiles, type PlannedChange } from '../tools/change-files.ts';
import type { SessionResources } from '../tools/session-resources.ts';

const maxOffered = 5;

/** `path` is the file whose newest change is meant; the newest of all if it is empty. */
export async function undo(resources: SessionResources, path: string, turn: Turn): Promise<void> {
  const newest = await resources.edits.newest(path === '' ? undefined : await resources.files.resolve(path));
  if (newest === undefined) {
    await turn.message.append(`There is no change${path === '' ? '' : ` of ${shownName(path)}`} to undo.\n`);
    return;
  }
  if (newest.some(({ text }) => text === undefined)) {
    await resources.edits.drop(newest);
    await turn.message.append(
      `My ${path === '' ? 'newest ' : ''}change, of ${namesOf(resources, newest)}, was too large to be stored, so I cannot undo it any more; the next /undo undoes the change before it.\n`,
    );
    return;
  }
  const { content, isError } = await runTool({ tool: undoing(newest)(resources), input: {}, turn });
  const words = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  await turn.message.append(`${isError ? words : `Done. ${words}`}\n`);
}

/** Reverts a change as a tool call, so that the user sees it and is asked. */
export const undoing =
  (newest: readonly ReversibleChange[]) =>
  (resources: SessionResources): Tool => ({
    name: 'undo',
    description: 'Undoes a change.',
    kind: 'edit',
    asksFirst: true,
    inputSchema: { type: 'object' },
    describe: () => ({
      title: `Undo the change of ${namesOf(resources, newest)}`,
      locations: newest.map(({ path }) => ({ path })),
    }),
    run: async (_, context) => {
      const changes = await takingBack(resources, newest, context.signal);
      if (changes.length > 0) await changeFiles(resources, changes, { ...context, isUndoing: true });
      await resources.edits.drop(newest);
      // A change that was never made, or was reverted by others.
      if (changes.length === 0) return { forModel: `${namesOf(resources, newest)} was already undone.` };
      return {
        rawOutput: { paths: changes.map(({ path }) => path) },
        forModel: `${namesOf(resources, changes)} is as it was before the change.`,
      };
    },
  });

/**
 * The texts to write. A file that is already reverted is left out; if a file was changed by others, nothing is written.
 */
async function takingBack(
  resources: SessionResources,
  newest: readonly ReversibleChange[],
  signal: AbortSignal,
): Promise<readonly PlannedChange[]> {
  const { files, session } = resources;
  const changes: PlannedChange[] = [];
  for (const change of newest.toReversed()) {
    const { path } = change;
    const now = await files.readIfThere(path, signal).catch(async (error: unknown) => {
      // A folder, or a link to the outside, is in its place.
      if (!(error instanceof WorkspaceError)) throw error;
      throw new Error(`${error.message}${await others(resources, newest)}`, { cause: error });
    });
    const fixture = currentState(change, now?.text);
    if (fixture === undefined) {
      const name = shownPath(session.cwd, path);
      throw new Error(`${name} has changed since; it is not overwritten.${await others(resources, newest)}`);
    }
    if (fixture === 'after') changes.push({ path, before: now, after: textBefore(change, now?.text) });
  }
  return changes;
}

/** How to continue with the changes of other files, if there are any. */
async function others({ edits, session }: SessionResources, stuck: readonly ReversibleChange[]): Promise<string> {
  const paths = (await edits.paths()).filter((path) => stuck.every((change) => change.path !== path));
  if (paths.length === 0) return '';
  const names = paths.slice(0, maxOffered).map((path) => shownPath(session.cwd, path));
  return ` /undo path undoes my change of another file: ${names.join(', ')}${paths.length > maxOffered ? ', …' : ''}.`;
}

const namesOf = ({ session }: SessionResources, changes: readonly { readonly path: string }[]): string =>
  changes.map(({ path }) => shownPath(session.cwd, path)).join(', ');
