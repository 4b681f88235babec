/** `/undo`: takes the newest change of the agent back, if the files are still as it left them. */
import type { Turn } from '@acp-stack/sdk';

import type { TextFile } from '../machine/session-files.ts';
import { runTool } from '../model/run-tool.ts';
import type { Tool } from '../model/tool.ts';
import { changeFiles, type PlannedChange } from '../tools/change-files.ts';
import { shownPath } from '../tools/shown-path.ts';
import type { Workbench } from '../tools/workbench.ts';

export async function undo(bench: Workbench, turn: Turn): Promise<void> {
  if (bench.edits.newest === undefined) {
    await turn.message.append('I have changed nothing that I could take back.\n');
    return;
  }
  const { content, isError } = await runTool({ tool: undoing(bench), input: {}, turn });
  const words = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  await turn.message.append(`${isError ? words : `Done. ${words}`}\n`);
}

/** The newest change is undone as a tool call, so that the user sees it and is asked. */
export const undoing = (bench: Workbench): Tool => ({
  name: 'undo',
  description: 'Takes the newest change back.',
  kind: 'edit',
  asksFirst: true,
  inputSchema: { type: 'object' },
  describe: () => {
    const paths = bench.edits.newest?.map(({ path }) => path) ?? [];
    return {
      title: `Undo the change of ${paths.map((path) => shownPath(bench.session.cwd, path)).join(', ')}`,
      locations: paths.map((path) => ({ path })),
    };
  },
  run: async (_, context) => {
    const newest = bench.edits.newest ?? [];
    const changes: PlannedChange[] = [];
    for (const { path, before, after } of newest.toReversed()) {
      const now: TextFile | undefined = await bench.files.readIfThere(path, context.signal);
      if (now?.text !== after) {
        throw new Error(`${shownPath(bench.session.cwd, path)} has changed since; I leave it as it is.`);
      }
      changes.push({ path, before: now, after: before });
    }
    await changeFiles(bench, changes, context);
    // What was just done is the undoing itself, and what it undid.
    bench.edits.drop();
    bench.edits.drop();
    const names = changes.map(({ path }) => shownPath(bench.session.cwd, path));
    return {
      rawOutput: { paths: changes.map(({ path }) => path) },
      forModel: `${names.join(', ')} is as it was before.`,
    };
  },
});
