/** `/undo`: takes the newest change of the agent back, if the files are still as it left them. */
import type { Turn } from '@acp-stack/sdk';

import { standOf, textBefore, type KeptChange } from '../machine/kept-change.ts';
import { runTool } from '../model/run-tool.ts';
import type { Tool } from '../model/tool.ts';
import { changeFiles, type PlannedChange } from '../tools/change-files.ts';
import { shownPath } from '../tools/shown-path.ts';
import type { Workbench } from '../tools/workbench.ts';

export async function undo(bench: Workbench, turn: Turn): Promise<void> {
  const newest = await bench.edits.newest();
  if (newest === undefined) {
    await turn.message.append('I have changed nothing that I could take back.\n');
    return;
  }
  if (newest.some(({ text }) => text === undefined)) {
    await bench.edits.drop();
    await turn.message.append(
      `My newest change, of ${namesOf(bench, newest)}, was too large to be kept for a later process, so I cannot take it back; /undo goes on with the one before.\n`,
    );
    return;
  }
  const { content, isError } = await runTool({ tool: undoing(newest)(bench), input: {}, turn });
  const words = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  await turn.message.append(`${isError ? words : `Done. ${words}`}\n`);
}

/** The newest change is undone as a tool call, so that the user sees it and is asked. */
export const undoing =
  (newest: readonly KeptChange[]) =>
  (bench: Workbench): Tool => ({
    name: 'undo',
    description: 'Takes the newest change back.',
    kind: 'edit',
    asksFirst: true,
    inputSchema: { type: 'object' },
    describe: () => ({
      title: `Undo the change of ${namesOf(bench, newest)}`,
      locations: newest.map(({ path }) => ({ path })),
    }),
    run: async (_, context) => {
      const changes = await takingBack(bench, newest, context.signal);
      if (changes.length > 0) await changeFiles(bench, changes, { ...context, isUndoing: true });
      await bench.edits.drop();
      // A change that never came to be, or that somebody else has taken back.
      if (changes.length === 0) return { forModel: `${namesOf(bench, newest)} is as it was before already.` };
      return {
        rawOutput: { paths: changes.map(({ path }) => path) },
        forModel: `${namesOf(bench, changes)} is as it was before.`,
      };
    },
  });

/** What has to be written; a file that is as it was before already is left out, one that somebody else has changed refuses it all. */
async function takingBack(
  { files, session }: Workbench,
  newest: readonly KeptChange[],
  signal: AbortSignal,
): Promise<readonly PlannedChange[]> {
  const changes: PlannedChange[] = [];
  for (const change of newest.toReversed()) {
    const { path } = change;
    const now = await files.readIfThere(path, signal);
    const stand = standOf(change, now?.text);
    if (stand === undefined) throw new Error(`${shownPath(session.cwd, path)} has changed since; I leave it as it is.`);
    if (stand === 'after') changes.push({ path, before: now, after: textBefore(change, now?.text) });
  }
  return changes;
}

const namesOf = ({ session }: Workbench, changes: readonly { readonly path: string }[]): string =>
  changes.map(({ path }) => shownPath(session.cwd, path)).join(', ');
