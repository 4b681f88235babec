/** Edits files: replaces text, or writes a whole file. */
import type { Tool } from '../model/tool.ts';
import { shownName } from '../text/shown-path.ts';
import { changeFiles } from './change-files.ts';
import { flagIn, objectSchema, textIn } from './tool-arguments.ts';
import { locationsOf } from './locations.ts';
import { matchText, replaceMatches } from './match-text.ts';
import type { SessionResources } from './session-resources.ts';

export const editTool = (resources: SessionResources): Tool => ({
  name: 'edit',
  description:
    'Replaces text in a file of the workspace. oldText has to occur exactly once, or replaceAll has to be set; include enough surrounding lines. ' +
    'Read the file first.',
  kind: 'edit',
  asksFirst: true,
  inputSchema: objectSchema(
    {
      path: { type: 'string' },
      oldText: { type: 'string', minLength: 1, description: 'The text to replace, exactly as in the file.' },
      newText: { type: 'string', description: 'The new text.' },
      replaceAll: { type: 'boolean', description: 'Replaces all occurrences.' },
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
          ? `${path} does not contain the old text; read the file again and copy the text from it.`
          : `${path} contains the old text ${result.count} times; include more surrounding lines, or set replaceAll.`,
      );
    }
    const after = replaceMatches(file.text, result.matches);
    if (after === file.text) throw new Error(`${path} already contains the new text; nothing was changed.`);
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
  description: 'Writes a whole text file of the workspace; missing folders are created. Use edit for small changes.',
  kind: 'edit',
  asksFirst: true,
  inputSchema: objectSchema({ path: { type: 'string' }, text: { type: 'string', description: 'The whole text.' } }, [
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
