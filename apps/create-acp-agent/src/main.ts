#!/usr/bin/env node
/** `npm create acp-agent`: makes a project from a template, and prints the commands that come next. */
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';

import { run } from './run.ts';

/** Asks in the terminal; the end of the input counts as an empty answer. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await Promise.race([
      terminal.question(question),
      new Promise<string>((resolve) => void terminal.once('close', () => resolve(''))),
    ]);
  } finally {
    terminal.close();
  }
}

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  templates: fileURLToPath(new URL('../templates', import.meta.url)),
  manifest: fileURLToPath(new URL('../package.json', import.meta.url)),
  userAgent: process.env['npm_config_user_agent'] ?? '',
  write: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
});
