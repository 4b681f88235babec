import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { maxListLength, maxReports } from './limits.ts';
import { olderForms } from './older-forms.ts';
import { formatProblem, type Checked } from './problem.ts';
import * as v1 from '../v1/unstable/index.ts';
import * as v2 from '../v2/unstable/index.ts';

const explain = (checked: { ok: boolean; problems?: readonly Parameters<typeof formatProblem>[0][] }): string =>
  (checked.problems ?? []).map(formatProblem).join('\n');

const mended = (checked: Checked<unknown>): string[] =>
  checked.ok ? checked.repairs.map((repair) => `${repair.action} ${formatProblem(repair)}`) : [];

const update = (body: object): object => ({ sessionId: 's', update: body });

describe('a problem', () => {
  test('names the place, what was expected and what was found', () => {
    const checked = v1.methods['session/update'].params.check(
      update({ sessionUpdate: 'agent_message_chunk', content: { type: 'txt', text: 'hi' } }),
    );
    expect(explain(checked)).toBe(
      '/update/content/type: expected one of text, image, audio, resource_link, resource; found "txt"',
    );
  });

  test('of a missing field stands at the place of the field', () => {
    expect(explain(v2.validators.ContentChunk.check({ content: { type: 'text', text: 'a' } }))).toBe(
      '/messageId: expected a string; found nothing',
    );
  });

  test('of fields of which one must be present names all of them', () => {
    expect(explain(v1.validators.AgentDistribution.check({ docker: {} }))).toBe(
      '(message): expected at least one of binary, npx, uvx; found none of them',
    );
    expect(explain(v1.validators.AgentDistribution.check({ binary: {} }))).toContain(
      '/binary: expected at least one of darwin-aarch64, darwin-x86_64; found none of them',
    );
  });

  test('escapes keys in its path', () => {
    const checked = v1.validators.SetProviderRequest.check({
      providerId: 'p',
      apiType: 'openai',
      baseUrl: 'https://example.org',
      headers: { 'a/b~c': 1 },
    });
    expect(explain(checked)).toContain('/headers/a~1b~0c: expected a string');
  });

  test('never repeats what may be a credential', () => {
    const secret = 'token-4711';
    const checked = v1.validators.McpServer.check({ name: 'm', command: 'c', args: [], env: [secret] });
    expect(explain(checked)).toBe('/env/0: expected an object; found a string');
    expect(
      JSON.stringify(v1.validators.McpServer.check({ name: 'm', command: 'c', args: [], env: secret })),
    ).not.toContain(secret);
  });

  test('quotes a long text only in part', () => {
    expect(explain(v2.validators.ContentBlock.check({ type: 'text', text: 1, _meta: {} }))).toContain('found 1');
    expect(explain(v1.validators.ToolKind.check('x'.repeat(10_000))).length).toBeLessThan(300);
  });

  test.each([
    ['plan', 'plan_update'],
    ['tool_call', 'tool_call_update'],
    ['current_mode_update', 'config_option_update'],
  ])('of the version 1 update %s in version 2 names what took its place', (tag, successor) => {
    const checked = v2.methods['session/update'].params.check(update({ sessionUpdate: tag }));
    expect(explain(checked)).toMatch(
      new RegExp(`^/update/sessionUpdate: expected one of .*; found "${tag}"; ${successor} took its place$`, 'u'),
    );
    expect(v2.isSessionUpdate).toHaveProperty(successor);
  });

  test('says so when a value fits two alternatives of which only one may fit', () => {
    const checked = v2.validators.ElicitationScope.check({ sessionId: 's', requestId: 1 });
    expect(explain(checked)).toBe(
      '(message): expected exactly one of ElicitationSessionScope, ElicitationRequestScope; found a value that fits several',
    );
  });
});

describe('a problem of a field that may be null', () => {
  test('says so', () => {
    expect(explain(v1.validators.RequestId.check(true))).toContain('or null');
    expect(explain(v1.validators.ReadTextFileRequest.check({ sessionId: 's', path: '/a', line: 'x' }))).toBe(
      '/line: expected an integer from 0 to 4294967295 or null; found "x"',
    );
  });
});

describe('a header', () => {
  test('is no more repeated than an environment', () => {
    const server = { type: 'http', name: 'm', url: 'https://example.org', headers: ['Bearer token-4711'] };
    expect(explain(v1.validators.McpServer.check(server))).toBe('/headers/0: expected an object; found a string');
  });
});

describe('leniency', () => {
  test('leaves a value that it accepts untouched, and is the same object', () => {
    const value = { content: { type: 'text', text: '\uD800', later: { a: 1 } }, messageId: 'm', unknown: [] };
    const checked = v2.validators.ContentChunk.check(value);
    expect(checked.ok && checked.value).toBe(value);
  });

  test('mends a copy and not the value', () => {
    const value = Object.freeze({ toolCallId: 't', title: Object.freeze({}), extra: 1 });
    const checked = v2.validators.ToolCallUpdate.check(value);
    expect(checked).toMatchObject({ ok: true, repairs: [{ action: 'dropped', path: '/title' }] });
    expect(checked.ok && checked.value).toEqual({ toolCallId: 't', extra: 1 });
    expect(value.title).toEqual({});
  });

  test('says which entry of a list it left out, and why', () => {
    const entry = { content: 'Read', priority: 'high', status: 'pending' };
    const checked = v1.methods['session/update'].params.check(
      update({ sessionUpdate: 'plan', entries: [{ ...entry, priority: 'urgent' }, entry, 'Write'] }),
    );
    expect(mended(checked)).toEqual([
      'skipped /update/entries/0: expected a valid entry (/priority: expected one of high, medium, low; found "urgent"); found an object',
      'skipped /update/entries/2: expected an object; found "Write"',
    ]);
    expect(checked.ok && checked.value.update).toEqual({ sessionUpdate: 'plan', entries: [entry] });
  });

  test('says which field it left out, also when the fault is deeper inside', () => {
    const checked = v1.validators.UsageUpdate.check({ used: 1, size: 2, cost: { amount: 'free', currency: 'EUR' } });
    expect(mended(checked)).toEqual([
      'dropped /cost: expected a valid value (/amount: expected a number; found "free"); found an object',
    ]);
  });

  test('says nothing that may be a credential about an entry that it left out', () => {
    const distribution = { npx: { package: 'p', env: { TOKEN: 4711 } } };
    const agents = [{ id: 'a', name: 'A', version: '1.0.0', description: 'An agent.', distribution }];
    expect(mended(v1.validators.AgentRegistry.check({ version: '1.0.0', agents }))).toEqual([
      'skipped /agents/0: expected a valid entry (/distribution/npx/env/TOKEN: expected a string; found a number); found an object',
    ]);
  });

  test('says in words how it read an older form', () => {
    const checked = v1.validators.ToolCallUpdate.check({ toolCallId: 't', content: [{ type: 'text', text: 'a' }] });
    expect(mended(checked)).toEqual([
      'converted /content/0: expected a content block in its wrapper; found a content block without its wrapper',
    ]);
  });

  test.each(Object.entries(olderForms))('has words for the rule %s', (name, { expected, found }) => {
    expect(expected).toMatch(/^[a-z]+ .*[a-z]$/u);
    expect(found).not.toBe(expected);
    expect(`${expected} ${found}`).not.toContain(name);
  });

  test('keeps an update with a name that JavaScript has a meaning for', () => {
    for (const sessionUpdate of ['constructor', '__proto__', 'toString']) {
      expect(v2.methods['session/update'].params.check(update({ sessionUpdate })).ok).toBe(true);
    }
  });

  test('keeps unknown variants where the version is open and refuses them where it is closed', () => {
    const block = { type: 'hologram', depth: 3 };
    expect(v2.validators.ContentBlock.check(block)).toEqual({ ok: true, value: block, repairs: [] });
    expect(v1.validators.ContentBlock.check(block).ok).toBe(false);
  });

  test('keeps an unknown session update in version 1 too', () => {
    const value = update({ sessionUpdate: 'from_the_future', a: 1 });
    const checked = v1.methods['session/update'].params.check(value);
    expect(checked.ok && checked.value).toBe(value);
  });

  test('refuses a known variant with a bad payload instead of calling it unknown', () => {
    expect(v2.validators.ContentBlock.check({ type: 'text' }).ok).toBe(false);
  });

  test('keeps __proto__ as an ordinary key through a repair', () => {
    const value: unknown = JSON.parse('{"toolCallId":"t","title":5,"__proto__":{"polluted":true}}');
    const checked = v2.validators.ToolCallUpdate.check(value);
    expect(checked.ok && JSON.stringify(checked.value)).toBe('{"toolCallId":"t","__proto__":{"polluted":true}}');
  });

  test('reads null and a missing value as an empty result', () => {
    for (const value of [null, undefined, {}]) {
      const checked = v1.methods['session/load'].result.check(value);
      expect(checked.ok && checked.value).toEqual({});
    }
  });
});

describe('hostile input', () => {
  test('is answered, whatever it is', () => {
    const validators = [...Object.values(v1.validators), ...Object.values(v2.validators)];
    fc.assert(
      fc.property(
        fc.constantFrom(...validators),
        fc.anything({ withNullPrototype: true, withBigInt: true }),
        (validator, value) => {
          const checked = validator.check(value);
          expect(checked.ok ? checked.repairs : checked.problems).toBeInstanceOf(Array);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('gets a bounded number of reports', () => {
    const checked = v1.validators.PromptRequest.check({
      sessionId: 's',
      prompt: Array.from({ length: 50_000 }, () => 1),
    });
    expect(!checked.ok && checked.problems.length).toBe(maxReports);
    const plan = v1.validators.Plan.check({ entries: Array.from({ length: 50_000 }, () => 1) });
    expect(plan.ok && plan.repairs.length).toBe(maxReports);
    expect(plan.ok && plan.value).toEqual({ entries: [] });
  });

  test('with a list that is too long is refused', () => {
    const prompt = Array.from({ length: maxListLength + 1 }, () => ({ type: 'text', text: '' }));
    expect(explain(v2.validators.PromptRequest.check({ sessionId: 's', prompt }))).toBe(
      `/prompt: expected a list of at most ${maxListLength}; found a list`,
    );
  });

  test('with a map that has too many entries is refused, by the fast check too', () => {
    const headers = Object.fromEntries(Array.from({ length: maxListLength + 1 }, (_, index) => [`h${index}`, 'v']));
    const request = { providerId: 'p', apiType: 'openai', baseUrl: 'https://example.org', headers };
    expect(v1.validators.SetProviderRequest.is(request)).toBe(false);
    expect(explain(v1.validators.SetProviderRequest.check(request))).toBe(
      `/headers: expected an object of at most ${maxListLength} entries; found an object`,
    );
  });

  test('nested a million levels deep costs nothing in a free-form field', () => {
    const depth = 1_000_000;
    const rawInput: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    const checked = v2.validators.ToolCallUpdate.check({ toolCallId: 't', title: 1, rawInput });
    expect(checked.ok).toBe(true);
  });
});

describe('the fast check', () => {
  test('agrees with the slow path on what needs no repair', () => {
    const names = Object.keys(v2.validators) as (keyof typeof v2.validators)[];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const checked = v2.validators[name].check(value);
        expect(v2.validators[name].is(value)).toBe(checked.ok && checked.repairs.length === 0);
      }),
      { numRuns: 2000 },
    );
  });
});
