/**
 * Every golden message is accepted, repaired or refused as its file says, and there is one for every method, update and
 * conflict.
 */
import { describe, expect, test } from 'vitest';

import { conflicts } from '../requirements/conflict.ts';
import { goldens, type Golden } from './golden.ts';
import { findMethod, judge, schemas, shapeOf, surfaces, versionOf, type Shape, type Surface } from './surfaces.ts';

/**
 * Files that the schema does not treat as they say, with the reason; they are expected to fail until one side is
 * corrected.
 */
const disputed: Readonly<Record<string, string>> = {};

/** Conflicts of `test/requirements/conflicts.json` that no message can show. */
const notInMessages: Readonly<Record<string, string>> = {
  'X-29': 'Which event streams may be opened is decided by HTTP headers.',
  'X-30': 'The same response travels on one event stream or on another.',
  'X-31': 'HTTP versions and status codes stand outside the messages.',
  'X-32': 'What outlives a WebSocket is a matter of time and memory.',
  'X-63': 'The kind of a WebSocket frame stands outside the message.',
  'X-44': 'A held prompt and an injected message look the same; they differ in what cancelling does to them.',
};

/** What `golden` says about a surface, in the words of a verdict. */
function stated(golden: Golden, surface: Surface): unknown[] {
  const { accepted = [], mended = [], refused = [], unknown = [] } = golden;
  const becomes = golden['becomes-in']?.[versionOf(surface)] ?? golden.becomes;
  return [
    ...accepted.filter((each) => each === surface).map(() => ({ kind: 'accepted', message: golden.message })),
    ...mended.filter((each) => each === surface).map(() => ({ kind: 'mended', message: becomes })),
    ...refused.filter(({ by }) => by === surface).map(({ path }) => ({ kind: 'refused', path })),
    ...unknown.filter((each) => each === surface).map(() => ({ kind: 'unknown' })),
  ];
}

function found(golden: Golden, surface: Surface): unknown {
  const verdict = judge(surface, golden.method, golden.message);
  return verdict.kind === 'mended' ? { kind: verdict.kind, message: verdict.message } : verdict;
}

describe('a golden message', () => {
  for (const golden of goldens) {
    const check = golden.file in disputed ? test.fails : test;
    check(`${golden.file}: ${golden.shows}`, () => {
      for (const surface of surfaces) expect([found(golden, surface)], surface).toEqual(stated(golden, surface));
    });
  }
});

const kindsOf: Readonly<Record<Shape, readonly string[]>> = {
  request: ['request', 'message'],
  notification: ['notification', 'message'],
  result: ['request', 'message'],
  failure: ['request', 'message'],
};

describe('a golden file', () => {
  test('is in the folder of its method', () => {
    const misplaced = goldens.filter(({ folder, method }) => folder !== method.replaceAll('/', '_'));
    expect(misplaced.map(({ file }) => file)).toEqual([]);
  });

  test('names the page of the specification that shows it, the official schema or our list of conflicts', () => {
    const source =
      /^(?:(?:protocol\/v1|rfds|rfds\/v2|proposals)\/[a-z0-9-]+|official schema|test\/requirements\/\w+\.json)$/u;
    expect(goldens.filter((golden) => !source.test(golden.source)).map(({ file }) => file)).toEqual([]);
  });

  test('asks where its method asks, and notifies where its method notifies', () => {
    const odd = goldens.filter(({ method, message }) =>
      surfaces.some((surface) => {
        const kind = findMethod(surface, method)?.kind;
        return kind !== undefined && !kindsOf[shapeOf(message)].includes(kind);
      }),
    );
    expect(odd.map(({ file }) => file)).toEqual([]);
  });

  test('shows something that no other file of its version shows', () => {
    const seen = goldens.map(({ version, method, message }) => `${version} ${method} ${JSON.stringify(message)}`);
    expect(seen.filter((each, index) => seen.indexOf(each) !== index)).toEqual([]);
  });

  test('that is disputed exists', () => {
    expect(Object.keys(disputed).filter((file) => !goldens.some((golden) => golden.file === file))).toEqual([]);
  });
});

const shapesOf: Readonly<Record<string, readonly Shape[]>> = {
  request: ['request', 'result'],
  notification: ['notification'],
  message: ['request', 'notification', 'result'],
};

describe.each(surfaces)('the golden messages of %s', (surface) => {
  const own = goldens.filter(
    ({ version, accepted = [] }) => version === versionOf(surface) && accepted.includes(surface),
  );
  const { methods, updates } = schemas[surface];

  for (const { name, kind, also } of Object.values(methods)) {
    test(`show ${name}`, () => {
      const shown = own.filter(({ method }) => method === name).map(({ message }) => shapeOf(message));
      expect(shown).toEqual(expect.arrayContaining([...(shapesOf[kind] ?? [])]));
      expect(own.map(({ method }) => method)).toEqual(expect.arrayContaining([...also]));
    });
  }

  test.each(updates)('show the update %s', (tag) => {
    const shown = own.flatMap(({ message }) => {
      const params = message['params'] as { readonly update?: { readonly sessionUpdate?: unknown } } | undefined;
      return message['method'] === 'session/update' ? [params?.update?.sessionUpdate] : [];
    });
    expect(shown).toContain(tag);
  });
});

describe('the conflicts', () => {
  const all = conflicts.map(({ id }) => id);
  const shown = new Set(goldens.flatMap((golden) => golden.conflicts));

  test.each(all)('%s is shown by a message, or cannot be', (conflict) => {
    expect(shown.has(conflict)).toBe(!(conflict in notInMessages));
  });

  test('are the only ones that golden messages name', () => {
    expect([...shown].filter((conflict) => !all.includes(conflict))).toEqual([]);
  });
});
