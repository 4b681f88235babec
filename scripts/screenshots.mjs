/**
 * Takes the pictures of the pages that the README and the guides show: `npm run screenshots`.
 *
 * The agents follow a script and the clock of the pages stands still, so that two runs give the same pictures.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { importTypeScript } from '../bench/support/import-typescript.mjs';

const folder = fileURLToPath(new URL('../docs/images/web', import.meta.url));
const script = fileURLToPath(new URL('screenshots/garden.json', import.meta.url));
/** Bytes of one picture. */
const largest = 150_000;

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const harness = await importTypeScript(new URL('../test/support/page-harness.ts', import.meta.url));
mkdirSync(folder, { recursive: true });
const home = harness.acpUser();
// The name of the folder is in some pictures, so it is the same each time.
const project = join(tmpdir(), 'garden');
mkdirSync(project, { recursive: true });
const user = { ...home, project };
const fonts = mkdtempSync(join(tmpdir(), 'fonts-'));
const browser = await harness.openBrowser({ FONTCONFIG_FILE: fontFile() });
const agent = { command: process.execPath, args: [harness.acpProgram, 'agent', '--script', script] };
home.write('config/acp-stack/config.json', { agent_servers: { gardener: agent }, default_agent: 'gardener' });
try {
  await takeClient();
  await takeInspector();
} finally {
  await browser.close();
  home[Symbol.dispose]();
  rmSync(project, { recursive: true, force: true });
  rmSync(fonts, { recursive: true, force: true });
}

/** Uses a font for a generic family. */
function family(generic, name) {
  return (
    `<match target="pattern"><test name="family"><string>${generic}</string></test>` +
    `<edit name="family" mode="assign" binding="strong"><string>${name}</string></edit></match>`
  );
}

/** The browser of the tests has no monospaced font; one of the machine is used for the pictures. */
function fontFile() {
  const path = join(fonts, 'fonts.conf');
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
      `<dir>${join(harness.browserFolder, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${fonts}</cachedir>` +
      `${family('monospace', 'DejaVu Sans Mono')}${family('sans-serif', 'Open Sans')}${family('system-ui', 'Open Sans')}</fontconfig>`,
  );
  return path;
}

async function takeClient() {
  const program = await harness.startPageProgram(user, ['web', '--agent', 'gardener']);
  try {
    const { page } = await openStill(program);
    for (const [words, done] of [
      ['Mow the lawn', 'I look for a dry day first.'],
      ['Cut the hedge', 'Change src/hedge.ts?'],
      ['Make the roses white', 'To try it:'],
    ]) {
      await prompt(page, words);
      await page.getByText(done).first().waitFor();
    }
    await page.getByRole('heading', { name: 'White roses', level: 1 }).waitFor();
    // These come after the text.
    for (const late of ['.text-code-keyword', '.xterm-rows']) await page.locator(late).first().waitFor();
    await inBothThemes(page, 'conversation');
    await page.setViewportSize(phone);
    await take(page, 'conversation-phone');
    await page.getByRole('button', { name: 'Show the list of sessions' }).click();
    const list = page.getByRole('dialog', { name: 'List of sessions' });
    await list.waitFor();
    await take(page, 'sessions-phone');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.setViewportSize(wide);
    await page.getByRole('link', { name: 'Cut the hedge' }).click();
    await page.getByText('Change src/hedge.ts?').first().waitFor();
    await inBothThemes(page, 'question');
    await page.getByRole('link', { name: 'White roses' }).click({ modifiers: ['Control'] });
    await page.waitForURL(/#\/s\/[^/]+\/[^/]+$/u);
    await inBothThemes(page, 'side-by-side');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find an action or a session' }).fill('se');
    await inBothThemes(page, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New session' }).first().click();
    await page.getByRole('radio').first().waitFor({ state: 'attached' });
    // The folder of this run has a random name.
    await page.getByRole('textbox', { name: 'Folder' }).fill('/home/ada/garden');
    await page.getByRole('heading', { name: 'New session' }).click();
    await inBothThemes(page, 'new-session');
  } finally {
    await program[Symbol.asyncDispose]();
  }
}

async function takeInspector() {
  const trace = join(fonts, 'trace.ndjson');
  const { exitCode, err } = await user.run(['exec', 'gardener', '--trace', trace, '--approve-all', 'roses']);
  if (exitCode !== 0) throw new Error(`acp exec ended with ${exitCode}: ${err}`);
  const program = await harness.startPageProgram(user, ['inspect', trace]);
  try {
    const { page } = await openStill(program);
    await page.getByText('session/prompt').first().click();
    await inBothThemes(page, 'inspector');
  } finally {
    await program[Symbol.asyncDispose]();
  }
}

async function openStill(program) {
  const opened = await harness.openPage(browser, program, { viewport: wide, reducedMotion: 'reduce' });
  await opened.page.clock.setFixedTime(new Date());
  return opened;
}

/** Starts a session, and sends its first message. */
async function prompt(page, words) {
  const start = page.getByRole('button', { name: 'Start session' });
  if (!(await start.isVisible())) await page.getByRole('button', { name: 'New session' }).first().click();
  await start.click();
  const input = page.getByRole('textbox', { name: /^Message / });
  await input.fill(words);
  await input.press('Enter');
}

async function inBothThemes(page, name) {
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
    await take(page, `${name}-${theme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function take(page, name) {
  const path = `${folder}/${name}.png`;
  await page.mouse.move(0, 0);
  // What is loaded on demand, such as the colours of code, comes after the text.
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  const { size } = statSync(path);
  if (size > largest) throw new Error(`${name}.png has ${size} bytes; at most ${largest} are good for a document.`);
  console.log(`${name}.png ${Math.round(size / 1024)} kB`);
}
