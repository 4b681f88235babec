import { describe, expect, test } from 'vitest';

import { KeyReader, type Key } from './key.ts';

/** A key in a word: its name, and what was held. */
function word({ name, text, isControl, isAlt, isShift }: Key): string {
  const held = [isControl ? 'control+' : '', isAlt ? 'alt+' : '', isShift ? 'shift+' : ''].join('');
  return name === 'text' || name === 'paste' ? `${name}:${text}` : `${held}${name}`;
}

const read = (...chunks: readonly string[]): readonly string[] => {
  const reader = new KeyReader();
  return chunks.flatMap((chunk) => reader.read(chunk)).map(word);
};

describe('KeyReader', () => {
  test('knows text, Enter and the control keys', () => {
    expect(read('ab\r\u0003\u007f\té')).toEqual(['text:ab', 'enter', 'control+c', 'backspace', 'tab', 'text:é']);
  });

  test('knows arrows, with and without what is held, in both modes', () => {
    expect(read('\u001b[A\u001bOB\u001b[1;5C\u001b[1;3D\u001b[Z')).toEqual([
      'up',
      'down',
      'control+right',
      'alt+left',
      'shift+tab',
    ]);
  });

  test('knows every way to send Enter for another line', () => {
    expect(read('\n\u001b\r\u001b[13;2u\u001b[27;2;13~')).toEqual([
      'shift+enter',
      'alt+enter',
      'shift+enter',
      'shift+enter',
    ]);
  });

  test('puts sequences together that come in pieces', () => {
    expect(read('\u001b', '[', '1;5', 'A', 'x')).toEqual(['control+up', 'text:x']);
  });

  test('takes a lone escape for the key when nothing follows', () => {
    const reader = new KeyReader();
    expect(reader.read('\u001b')).toEqual([]);
    expect(reader.isWaiting).toBe(true);
    expect(reader.giveUp().map(word)).toEqual(['escape']);
    expect(reader.isWaiting).toBe(false);
  });

  test('takes what is pasted as one piece, also when it comes in many', () => {
    const pasted = '\u001b[200~one\r\ntwo\u001b[Athree\u001b[201~x';
    expect(read(pasted)).toEqual(['paste:one\ntwo\u001b[Athree', 'text:x']);
    expect(read(...Array.from(pasted))).toEqual(['paste:one\ntwo\u001b[Athree', 'text:x']);
  });

  test('drops sequences that it does not know', () => {
    expect(read('\u001b[?1;2ca\u001b[99~b')).toEqual(['text:a', 'text:b']);
  });
});
