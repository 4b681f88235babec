/** The editors of the guide to editor state write what `acp` reads. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { EditorStateFile } from '@acp-stack/workspace/client';
import { describe, expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { eachFolder } from '../support/each-folder.ts';

const guide = readFileSync(join(repository, 'docs/guides/editor-state.md'), 'utf8');
const codeOf = (fence: string): string =>
  new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'mu').exec(guide)?.[1] ?? expect.unreachable(`no ${fence}`);

let folder: string;
let stateFile: string;

eachFolder((path) => {
  folder = path;
  stateFile = join(folder, 'state.json');
  for (const name of ['rose.ts', 'a "b" \\c.ts']) writeFileSync(join(folder, name), '');
});

function run(command: string, args: readonly string[]): void {
  const env = { PATH: process.env['PATH'], HOME: folder, ACP_EDITOR_STATE: stateFile };
  const { status, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

/** What is read, and what is wrong with it. */
function told(path = stateFile): { readonly open: readonly string[]; readonly active: unknown; problems: string[] } {
  const problems: string[] = [];
  const state = new EditorStateFile(path, { onProblem: (sentence) => problems.push(sentence) });
  return { open: state.open().map((document) => document.path), active: state.active()?.path, problems };
}

const at = (...names: readonly string[]): string[] => names.map((name) => join(folder, name));

describe('the editor of the guide', () => {
  test('that is a shell script says what is open, whatever the files are called', () => {
    const script = join(folder, 'tell-acp');
    writeFileSync(script, codeOf('sh tell-acp'));
    run('sh', [script, 'rose.ts', 'a "b" \\c.ts']);
    expect(told()).toEqual({
      open: at('rose.ts', 'a "b" \\c.ts'),
      active: join(folder, 'a "b" \\c.ts'),
      problems: [],
    });
    run('sh', [script]);
    expect(told()).toEqual({ open: [], active: undefined, problems: [] });
  });

  test('that is Vim or Neovim is ten lines', () => {
    expect(codeOf('vim').trim().split('\n')).toHaveLength(10);
  });

  const editors = ['vim', 'nvim'].filter((name) => spawnSync(name, ['--version']).status === 0);

  test.each(editors)('that is %s says what is open, and leaves nothing behind', (name) => {
    const plugin = join(folder, 'acp.vim');
    const copy = join(folder, 'copy.json');
    writeFileSync(plugin, codeOf('vim'));
    const steps = [
      "execute 'edit' fnameescape('a \"b\" \\c.ts')",
      'edit rose.ts',
      `call writefile(readfile($ACP_EDITOR_STATE), '${copy}')`,
      `call setfperm('${copy}', getfperm($ACP_EDITOR_STATE))`,
      'qa!',
    ];
    run(name, ['-N', '-u', 'NONE', '-i', 'NONE', '-es', '-S', plugin, ...steps.flatMap((step) => ['-c', step])]);
    expect(told(copy)).toEqual({
      open: at('a "b" \\c.ts', 'rose.ts'),
      active: join(folder, 'rose.ts'),
      problems: [],
    });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(existsSync(stateFile)).toBe(false);
  });

  test.each(editors)('that is %s writes nothing where no file is named', (name) => {
    const plugin = join(folder, 'acp.vim');
    writeFileSync(plugin, codeOf('vim'));
    const before = readdirSync(folder);
    stateFile = '';
    run(name, ['-N', '-u', 'NONE', '-i', 'NONE', '-es', '-S', plugin, '-c', 'edit rose.ts', '-c', 'qa!']);
    expect(readdirSync(folder)).toEqual(before);
  });
});
