/** Deletes and moves files and folders. */
import type { Tool, ToolInput } from '../model/tool.ts';
import { fileKey } from '../permissions/path-key.ts';
import { requiredPermission } from '../permissions/required-permission.ts';
import { shownName } from '../text/shown-path.ts';
import { changeFiles } from './change-files.ts';
import { flagIn, objectSchema, textIn } from './tool-arguments.ts';
import { locationsOf } from './locations.ts';
import type { SessionResources } from './session-resources.ts';

export const deleteTool = (resources: SessionResources): Tool => ({
  name: 'delete',
  description: 'Deletes a file of the workspace, or with recursive a folder and everything in it.',
  kind: 'delete',
  asksFirst: true,
  inputSchema: objectSchema({ path: { type: 'string' }, recursive: { type: 'boolean' } }, ['path']),
  describe: (input) => {
    const path = textIn(input, 'path');
    return { title: `Delete ${shownName(path)}`, ...locationsOf(resources.session.cwd, path) };
  },
  run: async (input, context) => {
    const path = textIn(input, 'path');
    const { workspace, permissions } = resources;
    const { kind } = await workspace.files.stat(path, { signal: context.signal });
    const text = kind === 'file' ? await textOf(resources, path, context.signal) : undefined;
    if (text !== undefined) {
      // A text file can be shown before it is deleted, and restored by an undo.
      await changeFiles(resources, [{ path: text.path, before: text, after: undefined }], context);
      return { rawOutput: { path: text.path }, forModel: `Deleted ${path}.` };
    }
    const realPath = await resources.files.resolve(path);
    const recursive = flagIn(input, 'recursive');
    const name = shownName(path);
    const what = kind === 'directory' && recursive ? `${name} and everything in it` : name;
    const scopes = [{ key: `delete ${await fileKey(realPath)}`, label: `to delete ${name}` }];
    await permissions.require(
      {
        ...(await requiredPermission(workspace, [{ path, isTree: true }])),
        question: `Delete ${what}? It cannot be undone.`,
        scopes,
      },
      context,
    );
    await context.call.start();
    await workspace.files.delete(path, { recursive, signal: context.signal });
    return { rawOutput: { path: realPath }, forModel: `Deleted ${what}.` };
  },
});

/** The text of a file; undefined if it is not a text file. */
async function textOf(
  resources: SessionResources,
  path: string,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<SessionResources['files']['read']>> | undefined> {
  try {
    return await resources.files.read(path, { signal });
  } catch {
    return undefined;
  }
}

const movingOf = (input: ToolInput): string =>
  `Move ${shownName(textIn(input, 'from'))} to ${shownName(textIn(input, 'to'))}`;

export const moveTool = (resources: SessionResources): Tool => ({
  name: 'move',
  description: 'Moves or renames a file or folder of the workspace; never replaces an existing one.',
  kind: 'move',
  asksFirst: true,
  inputSchema: objectSchema({ from: { type: 'string' }, to: { type: 'string' } }, ['from', 'to']),
  describe: (input) => {
    const from = textIn(input, 'from');
    return { title: movingOf(input), ...locationsOf(resources.session.cwd, from) };
  },
  run: async (input, context) => {
    const { workspace, files, permissions } = resources;
    const { call, signal } = context;
    const [from, to] = [textIn(input, 'from'), textIn(input, 'to')];
    const [oldPath, path] = [await files.resolve(from), await files.resolve(to)];
    await workspace.files.stat(from, { signal });
    await call.diff([{ operation: 'move', oldPath, path }]);
    const permission = await requiredPermission(workspace, [{ path: from, isTree: true, target: to }]);
    const scopes = [{ key: 'move', label: 'moves of files' }];
    await permissions.require({ ...permission, question: `${movingOf(input)}?`, scopes }, context);
    await call.start();
    await workspace.files.move(from, to, { signal });
    return { rawOutput: { oldPath, path }, forModel: `Moved ${from} to ${to}.` };
  },
});
