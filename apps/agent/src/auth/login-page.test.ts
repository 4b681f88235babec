import { expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { openLoginPage, type LoginPage } from './login-page.ts';

const open = (): Promise<LoginPage> => openLoginPage((given) => given === 'test');

const enter = async ({ url }: LoginPage, fields: Record<string, string>): Promise<number> =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).status;

test(verifies('ELIC-19', 'is completed only with the code that the user who began was shown'), async () => {
  await using page = await open();
  await using other = await open();
  let isDone = false;
  void page.done.then(() => (isDone = true));
  expect(page.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/u);
  expect(page.url).not.toContain(page.code);
  expect(await (await fetch(page.url)).text()).not.toContain(page.code);
  for (const code of ['', 'AAAA-AAAA', other.code]) expect(await enter(page, { password: 'test', code })).toBe(403);
  expect(await enter(page, { password: 'test' })).toBe(403);
  expect(await enter(page, { password: 'guess', code: page.code })).toBe(403);
  expect(isDone).toBe(false);
  expect(await enter(page, { password: 'test', code: page.code.toLowerCase().replace('-', ' ') })).toBe(200);
  await page.done;
});

test('a code cannot be guessed by trying', async () => {
  await using page = await open();
  for (let tries = 0; tries < 10; tries += 1) await enter(page, { password: 'test', code: `AAAA-AAA${tries}` });
  await expect(page.done).rejects.toThrow('A wrong code or password was entered too often.');
});
