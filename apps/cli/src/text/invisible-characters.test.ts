import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { growth, linear } from '../../../../test/support/growth.ts';
import { escapeControls, escapeJson, numberMark } from './escape-control-characters.ts';
import { exactLine } from './exact-text.ts';

const closed = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const others = ['\u2800', '\u3164', '\uffa0', '\u115f', '\u1160', '\u180e', '\u{13441}', '\u{13442}', '\u{16fe4}'];
const emoji = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv');

const everyCharacter = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const invisible = [...new Set([...everyCharacter.filter((character) => closed.test(character)), ...others])];

describe.each([
  ['exactLine', exactLine],
  ['escapeControls', escapeControls],
] as const)('%s', (_name, escaped) => {
  test('marks every invisible character of Unicode in Latin text', () => {
    expect(invisible.length).toBeGreaterThan(4000);
    const unmarked = invisible.filter((each) => escaped(`rm${each}x`) !== `rm${numberMark(each)}x`);
    expect(unmarked.map(numberMark)).toEqual([]);
  });

  test.each(['م', 'क', '葛', 'ᠠ', '☺', '👩', '⠿', '\u{13000}', 'x', '1', ' '])(
    'marks every invisible character of Unicode if there are two after %s, at least the second',
    (base) => {
      const hidden = invisible.filter((each) => !escaped(`${base}${each}${each}x`).includes(`${numberMark(each)}x`));
      expect(hidden.map(numberMark)).toEqual([]);
    },
  );

  test('leaves no two in a row, in whatever order they come', () => {
    const pieces = constantFrom(
      'م',
      'क',
      '葛',
      'ᠠ',
      '☺',
      '👩',
      '🌾',
      '🏴',
      'x',
      '1',
      '\u20e3',
      ...invisible.slice(0, 300),
    );
    assert(
      property(array(pieces), (texts) => {
        const shown = escaped(texts.join('')).replaceAll(emoji, '');
        expect(shown).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cf}]{2}/u);
      }),
    );
  });

  test.each([
    ['an unknown sequence of emoji', '😀\u200D😀', '😀⟨200D⟩😀'],
    ['a joiner without a second emoji', '👩\u200D', '👩⟨200D⟩'],
    ['an unknown flag', '🏴\u{E0078}\u{E007F}', '🏴⟨E0078⟩⟨E007F⟩'],
    ['tags after a letter', 'a\u{E0067}\u{E007F}', 'a⟨E0067⟩⟨E007F⟩'],
    ['the variant of a digit that is not a key', '1\uFE0F', '1⟨FE0F⟩'],
    ['annotations', 'a\uFFF9b\uFFFAc\uFFFB', 'a⟨FFF9⟩b⟨FFFA⟩c⟨FFFB⟩'],
    ['format controls without hieroglyphs', 'a\u{13430}b', 'a⟨13430⟩b'],
  ])('marks %s', (_what, text, shown) => {
    expect(escaped(text)).toBe(shown);
  });

  test.each([
    '👨\u200D👩\u200D👧',
    '🏳\uFE0F\u200D🌈',
    '🕵🏻\u200D♂\uFE0F',
    '👁\u200D🗨',
    '#\uFE0F\u20E3',
    'क्\u200Dष',
    '\u0600١٢',
    '܏ܐ',
  ])('leaves %s as it is written', (text) => {
    expect(escaped(text)).toBe(text);
  });
});

test('JSON is escaped by the same rule', () => {
  for (const each of invisible) {
    const json = JSON.stringify(`a${each}b`);
    const escaped = escapeJson(json);
    expect(escaped).not.toMatch(closed);
    expect(JSON.parse(escaped)).toBe(`a${each}b`);
  }
});

test.each(['👩\u200D', '👩\u200D🌾', '\u200D', '👩\uFE0F', '🏴\u{E0067}', 'م\u200C'])(
  'the work grows with the number of %j, not with its square',
  async (piece) => {
    expect(await growth((size) => void escapeControls(piece.repeat(size)), 1000)).toBeLessThan(linear);
  },
);
