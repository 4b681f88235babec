import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { openTokenFile, type TokenFile } from './token-file.ts';
import { createToken, parseTokens, revokedNames, staticToken, tokenLine, TokenTable } from './tokens.ts';

const ada = staticToken('ada', 'secret of ada', true);
const bob = staticToken('bob', 'secret of bob');

describe('a file of tokens', () => {
  test('has a name, a hash and the mark of operators on each line', () => {
    const text = `# Tokens\n\n${tokenLine(ada)}\r\n  ${tokenLine(bob).toUpperCase().replace('BOB', 'bob')}\n`;
    expect(parseTokens(text)).toEqual({ tokens: [ada, bob], problems: [] });
  });

  test.each([
    ['a token in place of its hash', 'ada secret-token'],
    ['no hash', 'ada'],
    ['another third word', `${tokenLine(bob)} admin`],
    ['a fourth word', `${tokenLine(ada)} too`],
    ['the name of a guest', tokenLine({ ...bob, name: 'guest:1' })],
    ['a name with a control character', tokenLine({ ...bob, name: 'b\u0007b' })],
  ])('a line with %s is not a token, and the line is not repeated in the sentence', (_, line) => {
    const { tokens, problems } = parseTokens(`# One\n${line}\n`);
    expect(tokens).toEqual([]);
    expect(problems).toEqual([
      'Line 2 of the tokens must have a name, the SHA-256 of the token as 64 hexadecimal digits and, for an operator, "operator".',
    ]);
  });

  test('a token has one principal, and a principal is an operator on all lines or on none', () => {
    const lines = [ada, { ...bob, hash: ada.hash }, { ...ada, hash: bob.hash, isOperator: false }].map(tokenLine);
    expect(parseTokens(lines.join('\n'))).toEqual({
      tokens: [ada],
      problems: [
        'Line 2 of the tokens repeats a token.',
        'Line 3 of the tokens names a principal that is an operator on some lines only.',
      ],
    });
  });
});

describe('TokenTable', () => {
  test('finds the principal of a token, and none for anything else', () => {
    const table = new TokenTable([ada, bob]);
    expect(table.find('secret of bob')).toEqual(bob);
    for (const wrong of ['', 'secret of eve', bob.hash, 'secret of bob ']) expect(table.find(wrong)).toBeUndefined();
  });

  test('knows who has lost a token or a right', () => {
    const second = staticToken('bob', createToken());
    const before = new TokenTable([ada, bob, second]);
    const after = new TokenTable([{ ...ada, isOperator: false }, second]);
    expect([...revokedNames(before, after)]).toEqual(['ada', 'bob']);
    expect([...revokedNames(after, before)]).toEqual(['ada']);
    expect([...revokedNames(before, before)]).toEqual([]);
  });
});

describe('openTokenFile', () => {
  test('reads the file again when it changes, and tells who was revoked', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'tokens');
    const clock = new VirtualClock();
    const revoked: string[] = [];
    const lines: string[] = [];
    writeFileSync(path, `${tokenLine(ada)}\n${tokenLine(bob)}\n`);
    using file = await openTokenFile(path, {
      clock,
      onRevoked: (name) => void revoked.push(name),
      log: (line) => void lines.push(line),
    });
    expect(file.table.find('secret of bob')).toEqual(bob);
    writeFileSync(path, `${tokenLine(ada)}\nbroken\n`);
    await file.reload();
    expect(file.table.find('secret of bob')).toBeUndefined();
    expect(file.table.find('secret of ada')).toEqual(ada);
    expect(revoked).toEqual(['bob']);
    expect(lines).toEqual([expect.stringMatching(/^Line 2 of the tokens .* It is left out\.$/u)]);
    rmSync(path);
    await file.reload();
    await file.reload();
    expect(file.table.find('secret of ada')).toEqual(ada);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('cannot be read, so it changes nothing');
  });

  test('has what was written before a call, however many calls there are at once', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'tokens');
    writeFileSync(path, '');
    const ignore = (): undefined => undefined;
    using file = await openTokenFile(path, { clock: new VirtualClock(), onRevoked: ignore, log: ignore });
    const first = file.reload();
    writeFileSync(path, tokenLine(ada));
    const second = file.reload();
    writeFileSync(path, `${tokenLine(ada)}\n${tokenLine(bob)}\n`);
    await Promise.all([first, second, file.reload()]);
    expect(file.table.find('secret of bob')).toEqual(bob);
  });

  test('looks at the file every two seconds, until it is closed', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'tokens');
    const clock = new VirtualClock();
    writeFileSync(path, tokenLine(ada));
    let file: TokenFile | undefined;
    const revoked = new Promise<string>((resolve) => {
      void openTokenFile(path, { clock, onRevoked: resolve, log: () => undefined }).then(async (opened) => {
        file = opened;
        writeFileSync(path, '');
        await clock.advance(2000);
      });
    });
    expect(await revoked).toBe('ada');
    file?.[Symbol.dispose]();
    await settled();
    expect(clock.pending).toBe(0);
  });

  test('refuses to begin with a file that is missing or has a line that is not a token', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'tokens');
    const options = { onRevoked: () => undefined, log: () => undefined };
    await expect(openTokenFile(path, options)).rejects.toThrow(`The file of tokens ${path} cannot be read: `);
    writeFileSync(path, 'broken');
    await expect(openTokenFile(path, options)).rejects.toThrow(`The file is ${path}.`);
  });
});
