/**
 * Command lines for scripts, read by a model of the programs that parse them on Windows; they were never run there.
 *
 * The model follows what is documented: the phases of `cmd.exe` (https://ss64.com/nt/syntax-percent.html,
 * https://stackoverflow.com/a/4095133), of which percent signs come first and quotation marks second, and the rules of
 * the C runtime for the arguments of a program
 * (https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments).
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { scriptCommandLine } from './script-command-line.ts';

const variables = { PATH: String.raw`C:\bin" & calc & "`, CD: String.raw`C:\a & b`, X: '"&calc&"' };

/** The first phase of a command line: percent signs. A variable that does not exist stays as it is written. */
function withVariables(line: string): string {
  let result = '';
  for (let at = 0; at < line.length; at += 1) {
    const found = line[at] === '%' ? /^%([^%:]*)(%|:)/u.exec(line.slice(at)) : null;
    const [start = '', name = '', end] = found ?? [];
    const value = (variables as Readonly<Record<string, string>>)[name.toUpperCase()];
    if (found === null || value === undefined) {
      result += line[at];
      continue;
    }
    const expression = end === '%' ? '%' : (/^[^%]*%/u.exec(line.slice(at + start.length))?.[0] ?? undefined);
    if (expression === undefined) {
      result += line[at];
      continue;
    }
    result += end === '%' ? value : part(value, expression.slice(0, -1));
    at += start.length + (end === '%' ? 0 : expression.length) - 1;
  }
  return result;
}

/** `~from,to` and `text=other`, as far as they matter: a variable that is used at all is what must not happen. */
function part(value: string, expression: string): string {
  const [, from, to] = /^~(-?\d*)(?:,(-?\d*))?$/u.exec(expression) ?? [];
  if (from === undefined) return value;
  return value.slice(Number(from), to === undefined ? undefined : Number(from) + Number(to));
}

/** The second phase: what `cmd.exe` finds outside of quotation marks. */
function unquotedParts(line: string): string {
  return line
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}

/** The arguments of a program that the C runtime reads in a command line. */
function argumentsIn(line: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === ' ') {
      at += 1;
      continue;
    }
    let arg = '';
    let isQuoted = false;
    for (; at < line.length && (isQuoted || line[at] !== ' '); at += 1) {
      const [slashes = ''] = /^\\*/u.exec(line.slice(at)) ?? [];
      if (line[at + slashes.length] !== '"') {
        arg += slashes === '' ? line[at] : slashes;
        at += Math.max(slashes.length - 1, 0);
        continue;
      }
      arg += '\\'.repeat(Math.floor(slashes.length / 2));
      at += slashes.length;
      if (slashes.length % 2 === 1) arg += '"';
      else if (isQuoted && line[at + 1] === '"') {
        arg += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    }
    found.push(arg);
  }
  return found;
}

const script = String.raw`C:\node & co\npx.cmd`;

/** What a script such as `npx.cmd` hands to its program, when it is given these arguments. */
function received(args: readonly string[]): { readonly unquoted: string; readonly args: readonly string[] } {
  const line = scriptCommandLine(script, args).at(-1) ?? '';
  expect(line).toMatch(/^".*"$/su);
  // With /s, cmd.exe removes the first and the last quotation mark.
  const parsed = withVariables(line.slice(1, -1));
  const [name = ''] = /^"[^"]*"/u.exec(parsed) ?? [];
  expect(name).toBe(`"${script}"`);
  // A script runs `node.exe cli.js %*`; cmd.exe parses that line again, without another look for percent signs.
  const again = String.raw`"C:\node\node.exe" "C:\cli.js"${parsed.slice(name.length)}`;
  return { unquoted: unquotedParts(parsed) + unquotedParts(again), args: argumentsIn(again).slice(2) };
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'" % ^ & | < > ( ) ! \\ , ; = @ : ~ * \t \' `'.split(' '), ' '),
      fc.constantFrom(
        '%PATH%',
        '%X%',
        '%CD:~0,1%',
        '%path:a=b%',
        '%%X%%',
        '^%X^%',
        '\\"',
        '"&calc&"',
        '%cd:~,%',
        '!X!',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => text.replaceAll(/[\r\n\0]/gu, '')),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('the arguments of a script', () => {
  test('arrive as they were given, and cmd.exe finds none of their characters outside of quotation marks', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), (args) => {
        const found = received(args);
        expect(found.args).toEqual(args);
        expect(found.unquoted).toMatch(/^ *$/u);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [''],
    ['"'],
    ['\\'],
    ['\\"'],
    ['a\\\\'],
    ['%PATH%'],
    ['%PATH:~0,3%'],
    ['%%PATH%%'],
    ['"&calc&"'],
    ['100%'],
    ['a b\\" & calc'],
  ])('include %j', (arg) => {
    expect(received([arg, 'next'])).toMatchObject({ args: [arg, 'next'] });
  });

  test('are quoted once, with quotation marks and percent signs doubled', () => {
    expect(scriptCommandLine('x.bat', ['a"b\\', '5%']).at(-1)).toBe(String.raw`""x.bat" "a""b\\" "5%%cd:~,%""`);
  });

  test('cannot contain what ends a line, nor can the name of a file contain quotation marks', () => {
    for (const broken of ['a\nb', 'a\rb', 'a\0b'])
      expect(() => scriptCommandLine('x.bat', [broken])).toThrow(TypeError);
    expect(() => scriptCommandLine('x".bat', [])).toThrow(TypeError);
  });
});

test('the model expands variables and finds commands, as it would for a line without quoting', () => {
  expect(withVariables('echo %X% %none% 5% %CD:~0,2%')).toBe('echo "&calc&" %none% 5% C:');
  expect(unquotedParts('"a&b" & calc')).toBe(' & calc');
  expect(argumentsIn(String.raw`"a b" c\"d "e""f" \\ ""`)).toEqual(['a b', 'c"d', 'e"f', '\\\\', '']);
});
