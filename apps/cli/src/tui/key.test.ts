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

  test('knows the wheel of the mouse, and leaves its buttons alone', () => {
    expect(read('\u001b[<64;10;5M\u001b[<65;10;5M\u001b[<0;10;5M\u001b[<0;10;5m', 'a')).toEqual([
      'wheel-up',
      'wheel-down',
      'text:a',
    ]);
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
    expect(read('\u001b[?1;2na\u001b[99~b')).toEqual(['text:a', 'text:b']);
  });

  test('tells answers of the terminal from keys, also in pieces', () => {
    const reader = new KeyReader();
    const chunks = [
      'a\u001b]11;rgb:1e1e/1e',
      '1e/1e1e\u001b\\b\u001b[?62;4c',
      '\u001b[6;20;10t',
      '\u001b]11;rgb:0/0/0\u0007c',
    ];
    const keys = chunks.flatMap((chunk) => reader.read(chunk));
    expect(keys.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'text a',
      'reply 11;rgb:1e1e/1e1e/1e1e',
      'text b',
      'reply ?62;4c',
      'reply 6;20;10t',
      'reply 11;rgb:0/0/0',
      'text c',
    ]);
  });

  test('takes Alt and a bracket for a key, not for the beginning of an answer', () => {
    const reader = new KeyReader();
    expect([...reader.read('\u001b]'), ...reader.giveUp()].map(word)).toEqual(['alt+]']);
  });
});
