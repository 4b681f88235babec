import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';

import { anyCharacter } from '../../../../test/support/any-character.ts';
import { escapeControls, escapeJson, escapeLine } from './escape-control-characters.ts';

test('control characters are shown, line breaks and tabs are kept', () => {
  expect(escapeControls('a\u001b[31mb\u0007\u007f\u009b\tc\r\nd\re')).toBe('a␛[31mb␇␡⟨9B⟩\tc\nd\ne');
});

test('characters that deceive are shown by their numbers', () => {
  expect(escapeControls('safe\u202Egpj.exe')).toBe('safe⟨202E⟩gpj.exe');
  expect(escapeControls('a\u200Bb\u{E0041}')).toBe('a⟨200B⟩b⟨E0041⟩');
});

test.each(['AD', '34F', '115F', '1160', '17B4', '180E', '206A', '3164', 'FEFF', 'FFA0', '1D173', 'E0001', 'E0100'])(
  'nothing is hidden with U+%s',
  (code) => {
    expect(escapeControls(`rm${String.fromCodePoint(Number.parseInt(code, 16))}x`)).toBe(`rm⟨${code}⟩x`);
  },
);

test('joiners and variants stay where letters and pictures are written with them, and are no letters themselves', () => {
  const written =
    '👩\u200D🌾 ❤\uFE0F\u200D🔥 ❤\u200D🔥 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} ☺\uFE0E 1\uFE0F⃣ می\u200Cخواهم 葛\u{E0100} ᠠ\u180B';
  expect(escapeControls(written)).toBe(written);
  expect(escapeControls('a\uFE01\uFE02\u200D\u200C\uFE03')).toBe('a⟨FE01⟩⟨FE02⟩⟨200D⟩⟨200C⟩⟨FE03⟩');
});

test('whatever comes, nothing is left that a terminal would obey', () => {
  assert(
    property(string({ unit: anyCharacter }), (text) => {
      const codes = Array.from(escapeControls(text), (each) => each.codePointAt(0) ?? 0);
      expect(
        codes.every((code) => code === 0x0a || code === 0x09 || (code >= 0x20 && (code < 0x7f || code > 0x9f))),
      ).toBe(true);
      expect(escapeLine(text)).not.toMatch(/[\n\t]/u);
    }),
  );
});

test('JSON is the same JSON afterwards, with nothing in it that a terminal would obey or that is invisible', () => {
  const value = { 'a\u009b2J': ['\u202e', '\u{E0041}', '\u007f\u0085', 'é 👩\u200D🌾', '\u2028'] };
  const escaped = escapeJson(JSON.stringify(value));
  expect(escaped).toBe(String.raw`{"a\u009b2J":["\u202e","\udb40\udc41","\u007f\u0085","é 👩${'\u200D'}🌾","\u2028"]}`);
  expect(JSON.parse(escaped)).toEqual(value);
  expect(JSON.parse(escapeJson('{"a":\r1}'))).toEqual({ a: 1 });
});
