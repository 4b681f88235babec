/** Elicitation requests: what the user is asked, what is opened, and what is returned. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, test } from 'vitest';

import { elicitationHandlers, type ElicitationHooks, type FormContext } from './elicitation.ts';
import type { WebPage, WebPageRequest } from '../../questions/web-page.ts';
import type { FormRequest } from '../../questions/form.ts';

const context = { signal: new AbortController().signal };

const formRequest = (properties: object, required: readonly string[] = []): FormRequest =>
  ({
    mode: 'form',
    sessionId: 's1',
    message: 'Who?',
    requestedSchema: { type: 'object', properties, required },
  }) as never;

const pageRequest = (url = 'https://example.org/login', elicitationId = 'e1'): WebPageRequest => ({
  mode: 'url',
  sessionId: 's1',
  message: 'Log in',
  elicitationId,
  url,
});

/** What a form is answered with. */
const fill = (request: FormRequest, hooks: ElicitationHooks): Promise<unknown> =>
  elicitationHandlers(hooks).form?.(request, context) ?? Promise.reject(new Error('there are no forms'));

describe('a form', () => {
  test('is put to the user with its defaults, and again until what is entered fits [ELIC-04]', async () => {
    const seen: Omit<FormContext, 'signal'>[] = [];
    const entered = [{ name: '' }, { name: 'far too long' }, { name: 'Ada' }];
    const request = formRequest({ name: { type: 'string', default: 'Mira', maxLength: 5 } }, ['name']);
    const answer = await fill(request, {
      askForm: (_form, { values, problems }) => {
        seen.push({ values, problems });
        return entered.shift() ?? 'cancel';
      },
    });
    expect(answer).toEqual({ action: 'accept', content: { name: 'Ada' } });
    expect(seen).toEqual([
      { values: { name: 'Mira' }, problems: [] },
      { values: { name: '' }, problems: [{ field: 'name', message: 'name has to be filled in.' }] },
      {
        values: { name: 'far too long' },
        problems: [{ field: 'name', message: 'name may have at most 5 characters.' }],
      },
    ]);
  });

  test.each(['decline', 'cancel'] as const)('can be answered with %s', async (word) => {
    expect(await fill(formRequest({}), { askForm: () => word })).toBe(word);
  });

  test('that the agent has taken back is not answered with what was entered', async () => {
    const question = new AbortController();
    const { form } = elicitationHandlers({
      askForm: () => {
        question.abort();
        return {};
      },
    });
    expect(await form?.(formRequest({}), { signal: question.signal })).toBe('cancel');
  });

  test.each([
    ['that asks for a secret [ELIC-07]', formRequest({ password: { type: 'string' } }), /secret \(password\)/u],
    ['that cannot be filled in [ELIC-13]', formRequest({ photo: { type: '_image' } }, ['photo']), /_image/u],
  ])('%s is refused, and not shown', async (_what, request, reason) => {
    const reasons: string[] = [];
    const answer = await fill(request, {
      askForm: () => {
        throw new Error('the user should not be asked');
      },
      onRefused: (words) => {
        reasons.push(words);
      },
    });
    expect(answer).toBe('decline');
    expect(reasons).toEqual([expect.stringMatching(reason)]);
  });

  test('is not offered by a program that cannot show one', () => {
    const { form, url } = elicitationHandlers({ askPage: () => 'open', openPage: () => undefined });
    expect(form).toBeUndefined();
    expect(url).toBeDefined();
    expect(elicitationHandlers({ askPage: () => 'open' }).url).toBeUndefined();
  });
});

describe('a page', () => {
  interface Seen {
    readonly asked: WebPage[];
    readonly opened: string[];
    readonly done: WebPage[];
    readonly refused: string[];
  }

  /** A program whose user says the same to every page. */
  function visitor(consent: string): Seen & Required<Pick<ReturnType<typeof elicitationHandlers>, 'url' | 'complete'>> {
    const seen: Seen = { asked: [], opened: [], done: [], refused: [] };
    const { url, complete } = elicitationHandlers({
      askPage: (page) => {
        seen.asked.push(page);
        return consent as 'open';
      },
      openPage: (address) => void seen.opened.push(address),
      pageDone: (page) => void seen.done.push(page),
      onRefused: (reason) => void seen.refused.push(reason),
    });
    if (url === undefined) throw new Error('there are no pages');
    return { ...seen, url, complete };
  }

  test('is opened when the user consents, and consenting is all that is told [ELIC-09, ELIC-20]', async () => {
    const { url, opened, done, complete } = visitor('open');
    expect(await url(pageRequest(), context)).toEqual({ action: 'accept' });
    expect(opened).toEqual(['https://example.org/login']);
    expect(done).toEqual([]);
    await complete('e1');
    expect(done).toMatchObject([{ elicitationId: 'e1', host: 'example.org' }]);
  });

  test.each([
    ['decline', 'decline'],
    ['cancel', 'cancel'],
    ['yes', 'cancel'],
    ['', 'cancel'],
  ])('is not opened when the user says %j [ELIC-08]', async (consent, answer) => {
    const { url, opened, done, complete } = visitor(consent);
    expect(await url(pageRequest(), context)).toBe(answer);
    await complete('e1');
    expect(opened).toEqual([]);
    expect(done).toEqual([]);
  });

  test('is never fetched, before or after the user was asked [ELIC-08]', async () => {
    let visits = 0;
    const server = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      for (const consent of ['decline', 'open']) {
        const { url } = visitor(consent);
        await url(pageRequest(`http://127.0.0.1:${port}/login`), context);
      }
      expect(visits).toBe(0);
    } finally {
      server.close();
    }
  });

  test('with a password in its address, or another scheme, is refused and not shown [ELIC-12]', async () => {
    const { url, asked, opened, refused } = visitor('open');
    for (const address of ['https://a:b@example.org/', 'javascript:alert(1)', 'nonsense'])
      expect(await url(pageRequest(address), context)).toBe('decline');
    expect([...asked, ...opened]).toEqual([]);
    expect(refused).toHaveLength(3);
  });

  test('under the id of one that is not done is refused, and under that of one that is done is not [ELIC-11]', async () => {
    const { url, asked, complete } = visitor('open');
    await url(pageRequest(), context);
    expect(await url(pageRequest('https://example.org/other'), context)).toBe('decline');
    expect(asked).toHaveLength(1);
    await complete('e1');
    expect(await url(pageRequest(), context)).toEqual({ action: 'accept' });
  });

  test('is done once, and unknown ones are not [ELIC-10]', async () => {
    const { url, done, complete } = visitor('open');
    await url(pageRequest(), context);
    for (const id of ['e1', 'e1', 'e2']) await complete(id);
    expect(done).toHaveLength(1);
  });

  test('that cannot be opened is as good as not visited', async () => {
    const { url } = elicitationHandlers({
      askPage: () => 'open',
      openPage: () => Promise.reject(new Error('no browser')),
    });
    expect(await url?.(pageRequest(), context)).toBe('cancel');
    expect(await url?.(pageRequest(), context)).toBe('cancel');
  });
});
