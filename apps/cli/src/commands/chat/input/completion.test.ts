import { describe, expect, test } from 'vitest';

import { Completer, type Suggestion } from './completion.ts';
import { fileSuggestions } from './suggestions.ts';

const suggestion = (label: string): Suggestion => ({ insert: label, label, description: '', isWhole: false });
const commands = ['/read', '/search', '/sessions', '/unread'].map(suggestion);

function completer(files: (pattern: string) => Promise<readonly Suggestion[]> = async () => []): Completer {
  return new Completer({ commands: () => commands, files }, () => undefined);
}

const labels = (from: Completer): readonly string[] => (from.current?.suggestions ?? []).map(({ label }) => label);

describe('Completer', () => {
  test('suggests commands only at the beginning, best first', () => {
    const one = completer();
    one.update('/rea');
    expect(labels(one)).toEqual(['/read', '/unread']);
    one.update('see /rea');
    expect(labels(one)).toEqual([]);
  });

  test('replaces what was typed by what is chosen', () => {
    const one = completer();
    one.update('/se');
    one.move(1);
    expect(one.take()).toMatchObject({ length: 3, chosen: { label: '/sessions' } });
    expect(one.current).toBeUndefined();
  });

  test('never shows files that were found for an older text', async () => {
    const found: ((files: readonly Suggestion[]) => void)[] = [];
    const one = completer(() => new Promise((resolve) => found.push(resolve)));
    one.update('look at @ro');
    one.update('look at @ros');
    found[1]?.([suggestion('rose.md')]);
    await Promise.resolve();
    found[0]?.([suggestion('robin.md')]);
    await Promise.resolve();
    expect(labels(one)).toEqual(['rose.md']);
  });

  test('a name with spaces is typed and mentioned in quotation marks', async () => {
    const asked: string[] = [];
    const find = async (pattern: string): Promise<readonly string[]> => {
      asked.push(pattern);
      return ['my notes.md', 'plain.md', 'my "own" notes.md', 'bell\u0007.md'];
    };
    const one = completer((pattern) => fileSuggestions(find, pattern, new AbortController().signal));
    one.update('see @"my no');
    await expect.poll(() => labels(one)).toEqual(['my notes.md', 'plain.md']);
    expect(asked).toEqual(['my no']);
    expect(one.take()).toMatchObject({ length: 7, chosen: { insert: '@"my notes.md" ' } });
    one.update('see @"my notes.md" ');
    expect(one.current).toBeUndefined();
  });

  test('does not take an address of mail for a mention', () => {
    const one = completer(async () => [suggestion('x')]);
    one.update('write to ann@garden');
    expect(one.current).toBeUndefined();
  });
});
