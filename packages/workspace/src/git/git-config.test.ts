import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createSampleProject } from '../sample-project.test-support.ts';
import { parseGitConfig } from './git-config.ts';

const text = String.raw`
[core]
	bare = false ; a comment
	HooksPath = "scripts # hooks" # another \
	editor = vi \
-f
	pager
[Remote "Origin \"x\" \\ y"] url = a\tb\\c"d e"f
[remote.plain]
	fetch=x  y 
	# hidden = yes \
	shown = yes
	empty =
[a-b "c"] d-e = "
`.replace('d-e = "', 'd-e = "\\\n"');

test('settings are read as git reads them', () => {
  using project = createSampleProject();
  for (const variant of [text, text.replaceAll('\n', '\r\n'), `\u{FEFF}${text}`]) {
    writeFileSync(project.at('config'), variant);
    const output = execFileSync('git', ['config', '--file', project.at('config'), '--null', '--list'], {
      encoding: 'utf8',
    });
    const expected = output
      .split('\0')
      .slice(0, -1)
      .map((entry) => {
        const [name = '', ...value] = entry.split('\n');
        return { name, value: value.length === 0 ? 'true' : value.join('\n') };
      });
    expect(parseGitConfig(variant)).toEqual(expected);
    expect(expected.length).toBe(9);
  }
});

test('a line that is not a setting is skipped, in time that grows with the text', () => {
  expect(parseGitConfig('[core\nx y z\n= 1\n[core] a = 1')).toEqual([
    { name: '.x', value: 'true' },
    { name: 'core.a', value: '1' },
  ]);
  expect(parseGitConfig('['.repeat(200_000))).toEqual([]);
  expect(parseGitConfig('[a "'.repeat(50_000))).toEqual([]);
});
