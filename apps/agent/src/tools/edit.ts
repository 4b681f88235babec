/** Edits files: replaces text, or writes a whole file. */
import type { Tool } from '../model/tool.ts';
import { changeFiles } from './change-files.ts';
import { flagIn, objectSchema, textIn } from './input.ts';
import { locationsOf } from './locations.ts';
import { matchText, replaceMatches } from './match-text.ts';
import { shownName } from '../text/shown-path.ts';
import type { SessionResources } from './session-resources.ts';

export const editTool = (resources: SessionResources): Tool => ({
  name: 'edit',
  description:
    'Replaces text in a file of the workspace. oldText has to be there once, or replaceAll has to be set; take enough lines around it. ' +
    'Read the file first.',
  kind: 'edit',
  asksFirst: true,
  inputSchema: objectSchema(
    {
      path: { type: 'string' },
      oldText: { type: 'string', minLength: 1, description: 'What is replaced, as it stands in the file.' },
      newText: { type: 'string', description: 'What stands there afterwards.' },
      replaceAll: { type: 'boolean', description: 'Replaces every place.' },
    },
    ['path', 'oldText', 'newText'],
  ),
  describe: (input) => {
    const path = textIn(input, 'path');
    return { title: `Edit ${shownName(path)}`, ...locationsOf(resources.session.cwd, path) };
  },
  run: async (input, context) => {
    const path = textIn(input, 'path');
    const file = await resources.files.read(path, { signal: context.signal });
    const result = matchText(
      file.text,
      textIn(input, 'oldText'),
      textIn(input, 'newText'),
      flagIn(input, 'replaceAll'),
    );
    if (!('matches' in result)) {
      throw new Error(
        result.problem === 'missing'
          ? `${path} does not contain the old text; read the file again and take the text from there.`
          : `${path} contains the old text ${result.count} times; take more lines around it, or replace all.`,
      );
    }
    const after = replaceMatches(file.text, result.matches);
    if (after === file.text) throw new Error(`${path} already reads like that; nothing was changed.`);
    await changeFiles(resources, [{ path: file.path, before: file, after }], context);
    const { kind } = result.matches[0];
    return {
      rawOutput: { path: file.path, replaced: result.matches.length, match: kind },
      forModel: `Changed ${path} in ${result.matches.length} ${result.matches.length === 1 ? 'place' : 'places'} (${kind}).`,
    };
  },
});

export const writeTool = (resources: SessionResources): Tool => ({
  name: 'write',
  description:
    'Writes a text file of the workspace as a whole; folders on the way are made. For a small change use edit.',
  kind: 'edit',
  asksFirst: true,
  inputSchema: objectSchema({ path: { type: 'string' }, text: { type: 'string', description: 'All of it.' } }, [
    'path',
    'text',
  ]),
  describe: (input) => {
    const path = textIn(input, 'path');
    return { title: `Write ${shownName(path)}`, ...locationsOf(resources.session.cwd, path) };
  },
  run: async (input, context) => {
    const path = textIn(input, 'path');
    const before = await resources.files.readIfThere(path, context.signal);
    const realPath = before?.path ?? (await resources.files.resolve(path));
    await changeFiles(resources, [{ path: realPath, before, after: textIn(input, 'text') }], context);
    return { rawOutput: { path: realPath, isNew: before === undefined }, forModel: `Wrote ${path}.` };
  },
});
