/** Messages that repeat are parsed faster, and to nothing else than before. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { MessageParser } from './message-parser.ts';

const chunk = (text: string, messageId = 'm'): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'update',
    params: { session: 's', update: { kind: 'chunk', content: { type: 'text', text }, messageId } },
  });

/** A parser that has seen `lines` often enough to know them. */
function taught(...lines: string[]): MessageParser {
  const parser = new MessageParser();
  for (let round = 0; round < 200; round += 1) for (const line of lines) parser.parse(line);
  return parser;
}

/** What `parse` makes of `line`: the value, with its keys in order, or that there is none. */
function outcome(parse: (line: string) => unknown, line: string): unknown {
  try {
    const value = parse(line);
    return { value, text: JSON.stringify(value) };
  } catch {
    return 'not JSON';
  }
}

const agrees = (parser: MessageParser, line: string): void => {
  expect(
    outcome((each) => parser.parse(each), line),
    line,
  ).toStrictEqual(outcome((each) => JSON.parse(each) as unknown, line));
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a message that repeats', () => {
  test('is parsed no further than the text that differs', () => {
    const parser = taught(chunk('one'), chunk('another'));
    const parse = vi.spyOn(JSON, 'parse');
    expect(parser.parse(chunk('a third\n"one"'))).toMatchObject({ params: { update: { messageId: 'm' } } });
    expect(parse.mock.calls).toEqual([[JSON.stringify('a third\n"one"')]]);
  });

  test('is known again while four kinds take turns', () => {
    const kinds = ['a', 'b', 'c', 'd'];
    const parser = new MessageParser();
    for (const kind of kinds) for (let round = 0; round < 40; round += 1) parser.parse(chunk(`text ${round}`, kind));
    const parse = vi.spyOn(JSON, 'parse');
    for (const kind of kinds) parser.parse(chunk('new', kind));
    expect(parse.mock.calls.map(([text]) => text)).toEqual(kinds.map(() => '"new"'));
  });

  test('shares no part with the ones before', () => {
    const parser = taught(chunk('one'), chunk('another'));
    interface Parsed {
      params: { session: string; update: { kind: string; content: { type: string; text: string } } };
    }
    const first = parser.parse(chunk('one')) as Parsed;
    first.params.session = 'changed';
    first.params.update.kind = 'changed';
    first.params.update.content.type = 'changed';
    agrees(parser, chunk('another'));
  });

  test('with parts beside the text is parsed whole, because messages must not share them', () => {
    const withMeta = (text: string): string => JSON.stringify({ method: 'update', meta: { tags: ['a'] }, text });
    const parser = taught(withMeta('one'), withMeta('another'));
    const [first, second] = [1, 2].map(() => parser.parse(withMeta('one')) as { meta: { tags: string[] } });
    expect(first?.meta.tags).not.toBe(second?.meta.tags);
  });
});

describe('a line that is like the others and is not', () => {
  const [head = '', tail = ''] = chunk('TEXT').split('TEXT');
  test.each([
    ['has more fields', `${head}a","more":"b${tail}`],
    ['has more values', `${head}a","more":{"b":"c"},"d":"e${tail}`],
    ['ends its text twice', `${head}a"b${tail}`],
    ['has a bare line break in its text', `${head}a\nb${tail}`],
    ['has a bare control character in its text', `${head}a\u0001b${tail}`],
    ['has an escape that does not exist', `${head}a\\xb${tail}`],
    ['ends with an escape', `${head}a\\${tail}`],
    ['has no text at all', `${head}${tail}`],
    ['lacks its end', `${head}a`],
    ['is shorter than what it repeats', `${head.slice(0, -1)}${tail.slice(1)}`],
    ['goes on behind its end', `${head}a${tail} ${tail}`],
    ['has another end of the same length', `${head}a${tail.replace('}}}', '}}]')}`],
    ['has another end that is right', `${head}a${tail.replace('"m"', '"n"')}`],
    ['has another beginning', `${head.replace('"s"', '"t"')}a${tail}`],
    ['is two messages', `${head}a${tail}${head}b${tail}`],
  ])('%s: it gives what JSON.parse gives', (_, line) => {
    const parser = taught(chunk('one'), chunk('another'));
    agrees(parser, line);
    agrees(parser, chunk('and goes on'));
  });

  test.each([
    ['keys that are numbers', '{"b":"x","1":"TEXT"}'],
    ['a key twice', '{"a":"TEXT","a":"x"}'],
    ['a key twice, the last one differing', '{"a":"x","a":"TEXT"}'],
    ['a key that differs', '{"TEXT":"x"}'],
    ['a key and a text that differ', '{"TEXT":"x","a":"TEXT"}'],
    ['a number and a text that differ', '{"a":"TEXT","b":NUMBER}'],
    ['more fields each time', '{"a":"TEXT"MORE}'],
    ['four texts that differ', '{"a":"TEXT","b":{"c":"TEXT","d":"TEXT"},"e":"TEXT"}'],
    ['two texts that differ, with parts behind', '{"a":"TEXT","b":{"c":"TEXT","d":[1]}}'],
    ['a text in a part and one beside', '{"a":{"b":"TEXT"},"c":"TEXT","d":null}'],
    ['a prototype', '{"__proto__":{"a":"TEXT"}}'],
    ['a prototype that differs', '{"a":{"__proto__":"TEXT"}}'],
    ['a prototype beside', '{"__proto__":"x","a":"TEXT"}'],
    ['a text in a list', '{"a":["TEXT"]}'],
    ['a text alone', '"TEXT"'],
    ['a list alone', '["TEXT"]'],
    ['escaped quotes before', '{"a":"say \\"TEXT"}'],
    ['escaped quotes behind', '{"a":"TEXT\\" he said"}'],
    ['spaces', ' { "a" : "TEXT" } '],
    ['numbers', '{"a":"1TEXT","b":1e3,"c":-0}'],
  ])('%s', (_, line) => {
    const parser = new MessageParser();
    const written = (text: string, number: number): string =>
      line
        .replaceAll('TEXT', text)
        .replace('NUMBER', `${number}`)
        .replace('MORE', ',"x":"y"'.repeat(number % 3));
    for (let round = 0; round < 40; round += 1) agrees(parser, written(`t${round % 7}`, round));
    for (const odd of ['x","y":"z', '\\', '\\\\', '\\"', 'a\\"b', '\t', '']) agrees(parser, written(odd, 1));
  });
});

test('whatever comes in whatever order, each line gives what JSON.parse gives', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '"', '\\', '\n', '","a":"', '}}}'),
  );
  const frame = fc.constantFrom(
    '{"method":"a","params":{"text":?}}',
    '{"method":"a","params":{"text":?,"id":?}}',
    '{"a":?}',
    '{"a":1,"b":{"c":?}}',
    '[?]',
    '?',
  );
  const line = fc
    .tuple(frame, fc.array(text, { minLength: 2, maxLength: 2 }), fc.boolean())
    // Some texts come as they are, so that the line is often broken.
    .map(([shape, [a = '', b = ''], isRaw]) => {
      const write = (each: string): string => (isRaw ? `"${each}"` : JSON.stringify(each));
      return shape.replace('?', () => write(a)).replace('?', () => write(b));
    });
  const run = fc.tuple(line, fc.integer({ min: 1, max: 40 }), fc.array(text, { minLength: 1, maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), (runs) => {
      const parser = new MessageParser();
      for (const [first, times, texts] of runs) {
        agrees(parser, first);
        for (let round = 0; round < times; round += 1) {
          agrees(parser, `{"method":"a","params":{"text":${JSON.stringify(texts[round % texts.length])}}}`);
          agrees(parser, first);
        }
      }
    }),
    { numRuns: 60 },
  );
});
