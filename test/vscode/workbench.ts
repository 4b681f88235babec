/** The editor in a browser, as a user uses it: commands, files, the panel. */
import { join } from 'node:path';

import type { Browser, Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { repository } from '../support/checkout.ts';

/** Where the pictures of a run are. */
const pictures = join(repository, 'apps', 'vscode', 'dist', 'pictures');

export class Workbench implements AsyncDisposable {
  readonly page: Page;
  /** What went wrong in the pages of the extension: errors of scripts, and what their policy has blocked. */
  readonly problems: readonly string[];

  private constructor(page: Page, problems: readonly string[]) {
    this.page = page;
    this.problems = problems;
  }

  /** Opens the editor in a browser profile of its own; answers the question whether to trust the folder. */
  static async open(browser: Browser, url: string, { trusts }: { readonly trusts: boolean }): Promise<Workbench> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      const isOurs = message.location().url.includes('/page/') || message.text().includes('Content Security Policy');
      if (message.type() === 'error' && isOurs) problems.push(message.text());
    });
    await page.goto(url, { timeout: 180_000 });
    await page.locator('.monaco-workbench').waitFor({ timeout: 180_000 });
    const answer = trusts ? 'Yes, I trust the authors' : "No, I don't trust the authors";
    await page.getByRole('button', { name: answer }).click({ timeout: 120_000 });
    // Keys and commands of the extension are known when its icon is there.
    await page.getByRole('tab', { name: /^Agents/u }).waitFor({ timeout: 120_000 });
    return new Workbench(page, problems);
  }

  /** The page that was opened first: that in the panel, or in a tab. */
  get panel(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').first().frameLocator('iframe#active-frame');
  }

  /** The page that was opened last, such as the inspector. */
  get latest(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  }

  /** The frame of a page, to look into it. */
  async panelFrame(which: 'first' | 'last' = 'first'): Promise<Frame> {
    const outer = await this.page.locator('iframe.webview.ready')[which]().elementHandle();
    const inner = await (await outer?.contentFrame())?.waitForSelector('iframe#active-frame');
    const frame = await inner?.contentFrame();
    if (frame === undefined || frame === null) throw new Error('The panel is not shown.');
    return frame;
  }

  /** Opens the window anew, as after a crash or an update. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.getByRole('tab', { name: /^Agents/u }).waitFor({ timeout: 120_000 });
  }

  /** Sends a message in the session that is shown; the panel may be behind the list of files. */
  async say(words: string): Promise<void> {
    await this.page.keyboard.press('Control+Alt+A');
    const input = this.panel.getByRole('textbox', { name: /^Message / });
    await input.fill(words);
    await input.press('Enter');
  }

  /** Waits for a text in the panel. */
  async said(text: string | RegExp): Promise<void> {
    await this.panel.getByText(text).first().waitFor({ timeout: 60_000 });
  }

  /** Answers the question that is shown with its first choice, which allows. */
  async allow(): Promise<void> {
    await this.panel
      .getByRole('button', { name: /^(?:Allow|Run)/u })
      .first()
      .click({ timeout: 60_000 });
  }

  /** Chooses a colour theme by its label. */
  async theme(label: string): Promise<void> {
    await this.run('Preferences: Color Theme');
    const input = this.page.getByPlaceholder(/Select Color Theme/u);
    await input.fill(label);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: label }).waitFor();
    await this.page.keyboard.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  /** Runs a command by its title. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
  }

  /** Opens a file of the folder; resolves with the lines of the editor. */
  async openFile(name: string): Promise<Locator> {
    // Not by its name with Ctrl+P: that needs ripgrep, which this editor has no binary of.
    await this.page.keyboard.press('Control+Shift+E');
    await this.page.getByRole('treeitem', { name }).dblclick();
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    const lines = this.page.locator('.editor-instance .view-lines').first();
    await lines.waitFor();
    return lines;
  }

  /** Shows the panel; resolves when a session is shown or can be started in it. */
  async openPanel(): Promise<void> {
    await this.page.keyboard.press('Control+Alt+A');
    const start = this.panel.getByRole('button', { name: 'Start session' });
    const input = this.panel.getByRole('textbox', { name: /^Message / });
    await start.or(input).first().waitFor({ timeout: 120_000 });
  }

  /** Shows the panel, and starts a session with the default agent; resolves with the field for messages. */
  async startSession(): Promise<Locator> {
    await this.openPanel();
    await this.panel.getByRole('button', { name: 'Start session' }).click();
    const input = this.panel.getByRole('textbox', { name: /^Message / });
    await input.waitFor({ timeout: 120_000 });
    return input;
  }

  /** The buttons above the changed lines of a file. */
  lens(text: string): Locator {
    return this.page.locator('.codelens-decoration a', { hasText: text });
  }

  /** Takes a picture, for people. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** The end of each scenario is a picture, also when it has failed. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { currentTestName = '' } = expect.getState();
    await this.picture(`end-${currentTestName.slice(0, 50).replaceAll(/\W+/gu, '-')}`);
    await this.page.context().close();
  }
}
