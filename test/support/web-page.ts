/** `acp web` and other programs with a page, started as a user starts them, and their page in a browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';

import { acpProgram, type AcpUser } from './acp-program.ts';

/** A program that serves a page. */
export interface PageProgram extends AsyncDisposable {
  /** The address of its endpoint. */
  readonly url: string;
  readonly token: string;
  /** The address that opens the page once. */
  readonly page: string;
  /** The command for the settings of an editor, with `acp inspect --listen`. */
  readonly editorCommand?: readonly string[];
  readonly pid: number;
  /** What it has written on stderr so far. */
  readonly errors: () => string;
}

/**
 * Starts `acp` with `args`, such as `['web']`, on a free port; resolves when it is ready. It opens a browser only if
 * `opens` says so.
 */
export async function startPageProgram(
  user: AcpUser,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { opens = false }: { readonly opens?: boolean } = {},
): Promise<PageProgram> {
  const [command = 'web', ...more] = args;
  const own = [command, '--port', '0', ...(opens ? [] : ['--no-open']), '--format', 'json', ...more];
  const child = spawn(process.execPath, [acpProgram, ...own], {
    cwd: user.project,
    env: { ...user.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`acp ${own.join(' ')} ended with ${String(code)}: ${errors}`);
  });
  ended.catch(() => undefined);
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
  const ready = JSON.parse(await Promise.race([line, ended])) as Pick<
    PageProgram,
    'url' | 'token' | 'page' | 'editorCommand'
  >;
  return {
    ...ready,
    pid: child.pid ?? 0,
    errors: () => errors,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** A page of a program in a browser, with everything that went wrong in it. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors of scripts, messages of the console that are errors, and violations of the content security policy. */
  readonly problems: readonly string[];
}

/** Opens the page of a program, in a browser profile of its own. */
export async function openPage(
  browser: Browser,
  program: Pick<PageProgram, 'page'>,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(program.page);
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** Opens a page of a program in a further browser profile, with the token that another page got. */
export async function openPageAgain(
  browser: Browser,
  { page, token }: Pick<PageProgram, 'page' | 'token'>,
  options: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<OpenedPage> {
  const { fragment = '', ...rest } = options;
  const { origin } = new URL(page);
  const storageState = { cookies: [], origins: [{ origin, localStorage: [{ name: 'acp-page-token', value: token }] }] };
  return openPage(browser, { page: `${origin}/${fragment}` }, { storageState, ...rest });
}

/** Starts a session of the default agent in the folder of the program; resolves with the field for messages. */
export async function startSession(page: Page): Promise<Locator> {
  const start = page.getByRole('button', { name: 'Start session' });
  const isStarting = await start.isVisible();
  if (!isStarting) await page.getByRole('button', { name: 'New session' }).first().click();
  await start.click();
  const input = page.getByRole('textbox', { name: /^Message / });
  await input.waitFor();
  return input;
}

/** What a screen reader or a keyboard could not use on the page as it is shown now, as lines to read. */
export async function axeViolations(page: Page | Frame): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  // A colour in the middle of a transition is not what a user reads.
  await page.evaluate(async () => {
    const ends = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map(({ finished }) => finished));
  });
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { readonly axe: typeof axe };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    // A tooltip is about its control, which is in a landmark; whether it is shown yet depends on the machine.
    return violations.flatMap(({ id, help, nodes }) =>
      nodes
        .filter(({ html }) => id !== 'region' || !/^<[^>]*role="tooltip"/u.test(html))
        .map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
    );
  });
}
