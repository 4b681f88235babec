import { mcpServer } from '@acp-stack/mcp';
import { memoryJournal } from '@acp-stack/journal';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import * as proxies from './index.ts';
import { createProxy, shippedProxies } from './shipped-proxies.ts';

/** Calls without types, as from JavaScript. */
type Untyped = (...options: readonly unknown[]) => { readonly name: string };

const write = (): void => undefined;
const servers = mcpServer('garden', {});

/** The function of each proxy, options that are right, and options that are not, with the error. */
const table: Readonly<
  Record<
    string,
    {
      readonly make: unknown;
      readonly right: readonly object[];
      readonly wrong: readonly (readonly [options: unknown, error: string | RegExp])[];
    }
  >
> = {
  context: {
    make: proxies.context,
    right: [{}, { files: ['a.md'], maxBytes: undefined }],
    wrong: [
      [{ file: ['a.md'] }, 'context has no setting "file"; there is files, maxFileBytes, maxBytes.'],
      [{ files: [1] }, 'context: files must be a non-empty string or a list of them, not [1].'],
      [{ maxBytes: Number.NaN }, 'context: maxBytes must be a positive integer, not NaN.'],
      [{ maxFileBytes: -1 }, 'context: maxFileBytes must be a positive integer, not -1.'],
    ],
  },
  tee: {
    make: proxies.tee,
    right: [{ write }, { write, warn: undefined }],
    wrong: [
      [undefined, 'tee: the settings must be an object, not undefined.'],
      [{}, 'tee needs write, which must be a function.'],
      [{ write: 'trace.jsonl' }, 'tee: write must be a function, not "trace.jsonl".'],
      [{ write, file: 'trace.jsonl' }, 'tee has no setting "file"; there is write, warn, epochTime, now.'],
    ],
  },
  redact: {
    make: proxies.redact,
    right: [{}, { holdTime: 5, clock: new VirtualClock() }],
    wrong: [
      [{ holdtime: 5 }, 'redact has no setting "holdtime"; there is holdTime, clock.'],
      [{ holdTime: -5 }, 'redact: holdTime must be a positive integer, not -5.'],
      [{ clock: {} }, 'redact: clock must be a clock, not {}.'],
      [null, 'redact: the settings must be an object, not null.'],
    ],
  },
  policy: {
    make: proxies.policy,
    right: [{ policy: 'deny' }, { policy: { rules: [{ decision: 'deny', kind: '*' }] } }],
    wrong: [
      [{}, /^policy needs policy, which must be "ask" or /u],
      ['deny', 'policy: the settings must be an object, not "deny".'],
      [{ polcy: 'deny' }, /^policy needs policy/u],
      [{ policy: 'denny' }, /^policy: policy must be "ask" or .*, not "denny"\.$/u],
      [{ policy: { rule: [] } }, /^policy has no "rule"; there is rules/u],
      [{ policy: { rules: [{ decision: 'no', kind: '*' }] } }, /^policy: rules\[0\]\.decision must be /u],
      [{ policy: 'deny', rules: [] }, 'policy has no setting "rules"; there is policy.'],
    ],
  },
  'rate-limit': {
    make: proxies.rateLimit,
    right: [{ turns: 1 }, { turns: 1, seconds: 0.5, clock: new VirtualClock() }],
    wrong: [
      [{}, 'rate-limit needs turns, which must be a positive integer.'],
      [{ turns: 'abc' }, 'rate-limit: turns must be a positive integer, not "abc".'],
      [{ turns: 1, second: 5 }, 'rate-limit has no setting "second"; there is turns, seconds, clock.'],
      [{ turns: 1, seconds: Number.NaN }, 'rate-limit: seconds must be a positive number, not NaN.'],
      [{ turns: null }, 'rate-limit: turns must be a positive integer, not null.'],
    ],
  },
  budget: {
    make: proxies.budget,
    right: [{ turns: 1 }, { cost: 0.5, currency: 'EUR', scope: 'all', tokens: undefined }],
    wrong: [
      [{}, 'budget needs at least one of turns, tokens and cost.'],
      [{ turns: undefined }, 'budget needs at least one of turns, tokens and cost.'],
      [{ trns: 1 }, /^budget has no setting "trns"; there is turns, /u],
      [{ turns: 'abc' }, 'budget: turns must be a positive integer, not "abc".'],
      [{ turns: -1 }, 'budget: turns must be a positive integer, not -1.'],
      [{ tokens: Number.NaN }, 'budget: tokens must be a positive integer, not NaN.'],
      [{ cost: Infinity }, 'budget: cost must be a positive number, not Infinity.'],
      [{ turns: 1, scope: 'everything' }, 'budget: scope must be "session" or "all", not "everything".'],
      [[1], 'budget: the settings must be an object, not [1].'],
    ],
  },
  'load-from-resume': {
    make: proxies.loadFromResume,
    right: [{ journal: memoryJournal() }],
    wrong: [
      [{}, /^load-from-resume needs journal, /u],
      [{ journal: 'sessions.db' }, /^load-from-resume: journal must be a journal, .*, not "sessions\.db"\.$/u],
      [{ journal: memoryJournal(), file: 'x' }, /^load-from-resume has no setting "file"/u],
    ],
  },
  translate: {
    make: proxies.translate,
    right: [{}],
    wrong: [[{ to: 1 }, 'translate has no setting "to"; it has no settings.']],
  },
  tools: {
    make: proxies.tools,
    right: [{ servers }, { servers: [servers], limits: { requests: Infinity } }],
    wrong: [
      [{}, /^tools needs servers, which must be an MCP server or a list of them/u],
      [{ servers: 'garden.mjs' }, /^tools: servers must be an MCP server .*, not "garden\.mjs"\.$/u],
      [{ servers: [] }, /^tools: servers must be an MCP server /u],
      [{ servers, limit: {} }, 'tools has no setting "limit"; there is servers, limits, onUnsupported.'],
      [{ servers, limits: { request: 1 } }, /^tools: limits has no setting "request"/u],
      [{ servers, limits: { requests: -1 } }, /^tools: limits: requests must be a positive integer or Infinity/u],
    ],
  },
};

test('the table has every proxy of the package', () => {
  expect(Object.keys(table)).toEqual(shippedProxies.map(({ name }) => name));
});

describe.each(Object.entries(table))('%s, made by code', (name, { make, right, wrong }) => {
  test.each(right.map((options) => [options]))('takes %o', (options) => {
    expect((make as Untyped)(options).name).toBe(name);
  });

  test.each(wrong)('refuses %o when it is made', (options, error) => {
    expect(() => (make as Untyped)(options)).toThrow(TypeError);
    expect(() => (make as Untyped)(options)).toThrow(error);
  });
});

test('says the same about a limit in code and in words', async () => {
  const inWords = createProxy('budget', { turns: '-1' });
  await expect(inWords).rejects.toThrow('budget: turns must be a positive integer, not "-1".');
  expect(() => proxies.budget({ turns: -1 })).toThrow('budget: turns must be a positive integer, not -1.');
});
