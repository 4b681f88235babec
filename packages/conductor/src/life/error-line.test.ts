import { describe, expect, test } from 'vitest';

import { errorLineOf } from './error-line.ts';

describe('the line with the error', () => {
  test.each<[string, readonly string[], string | undefined]>([
    [
      'of Node: not the source line, not the stack',
      [
        'file:///home/r/bad.mjs:2',
        'throw new Error("no settings file");',
        '      ^',
        '',
        'Error: no settings file',
        '    at file:///home/r/bad.mjs:2:7',
        'Node.js v22.1.0',
      ],
      'Error: no settings file',
    ],
    [
      'of a module that is missing',
      [
        'node:internal/modules/esm/resolve:283',
        '    throw new ERR_MODULE_NOT_FOUND(',
        '          ^',
        "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/x/nowhere.mjs' imported from /x/bad.mjs",
        '    at finalizeResolution (node:internal/modules/esm/resolve:283:11)',
        "  code: 'ERR_MODULE_NOT_FOUND',",
        '}',
        'Node.js v20.20.2',
      ],
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/x/nowhere.mjs' imported from /x/bad.mjs",
    ],
    ['of a program that logs first', ['starting', 'error: no config', 'see --help'], 'error: no config'],
    [
      'of Python',
      ['Traceback (most recent call last):', '  File "a.py", line 1, in <module>', '    1/0', 'ValueError: no roses'],
      'ValueError: no roses',
    ],
    [
      'of Rust, whose message is on the next line',
      ["thread 'main' panicked at src/main.rs:2:5:", 'no roses', 'note: run with `RUST_BACKTRACE=1`'],
      "thread 'main' panicked at src/main.rs:2:5: no roses",
    ],
    ['of a command line that is not understood', ['unknown option --fast', 'usage: a [-b]'], 'unknown option --fast'],
    ['that only ends', ['getting ready', 'Segmentation fault'], 'Segmentation fault'],
    ['of a program that printed nothing', ['', '  '], undefined],
    ['with nothing but a stack', ['    at f (a.js:1:1)'], undefined],
  ])('%s', (_, lines, found) => {
    expect(errorLineOf(lines)).toBe(found);
  });

  test('is cut where a sentence would get too long', () => {
    expect(errorLineOf([`Error: ${'x'.repeat(1000)}`])).toHaveLength(301);
  });
});
