/** `acp hub token`: the file with the tokens of users, of which only hashes are kept. */
import { chmodSync, chownSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { createToken, isAccountName, parseTokens, staticToken, tokenLine, type StaticToken } from '@acp-stack/hub';
import { claimFolder } from '@acp-stack/workspace/folder-lock';
import { renameOverSync, type Environment } from '@acp-stack/workspace/user-folders';

import { readTextFile } from '../../config/json-file.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { writeSecret } from '../../files/secret-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withoutPeriod } from '../../text/without-period.ts';
import { hubFolder } from '../../token/running-hub.ts';
import { localPrincipal } from './local-principal.ts';

export interface TokenFlags {
  readonly tokens?: string;
  readonly operator?: boolean;
}

/** The file of `--tokens`, or the one in the data folder of the user. */
export const tokensFile = (flag: string | undefined, env: Environment): string =>
  flag ?? join(hubFolder(env), 'tokens');

/** Makes a token for a user; it is printed once and cannot be shown again. */
export async function addToken(
  name: string,
  { tokens, operator = false }: TokenFlags,
  terminal: Terminal,
): Promise<number> {
  if (!isAccountName(name) || name.includes(' ')) {
    throw new UsageError('the name of a user must be one word, and not begin with guest:');
  }
  if (name === localPrincipal)
    throw new UsageError(`${localPrincipal} is the user of this machine; choose another name`);
  const path = tokensFile(tokens, terminal.env);
  const token = createToken();
  if (tokens !== undefined && !existsSync(dirname(resolve(path))))
    throw new UsageError(`--tokens: the folder ${dirname(resolve(path))} does not exist; create it`);
  await alone(path, () => {
    const { text, tokens: known } = readTokens(path);
    if (known.some((each) => each.name === name && each.isOperator !== operator)) {
      const [is, advice] = operator ? ['is not an operator', 'omit'] : ['is an operator', 'add'];
      throw new UsageError(`${name} has a token and ${is}; remove its tokens first, or ${advice} --operator`);
    }
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    writeTokens(path, `${before}${tokenLine(staticToken(name, token, operator))}\n`, terminal.env);
  });
  await terminal.stdout.write(`${token}\n`);
  await terminal.stderr.tryWrite(`acp hub: the token of ${name} is shown only once; ${path} has its hash\n`);
  return 0;
}

export async function listTokens(
  { tokens, format }: TokenFlags & { readonly format: 'text' | 'json' },
  terminal: Terminal,
): Promise<number> {
  const counted = new Map<string, { name: string; isOperator: boolean; tokens: number }>();
  requireNamedFile(tokens);
  for (const { name, isOperator } of readTokens(tokensFile(tokens, terminal.env)).tokens) {
    counted.set(name, { name, isOperator, tokens: (counted.get(name)?.tokens ?? 0) + 1 });
  }
  const users = [...counted.values()];
  if (format === 'json') await terminal.stdout.writeJson(JSON.stringify(users, undefined, 2));
  else if (users.length === 0) await terminal.stderr.tryWrite('no tokens; acp hub token add makes one\n');
  for (const { name, isOperator, tokens: count } of format === 'json' ? [] : users) {
    const more = [...(isOperator ? ['operator'] : []), ...(count > 1 ? [`${count} tokens`] : [])].join(', ');
    await terminal.stdout.write(`${name}${more === '' ? '' : `  ${more}`}\n`);
  }
  return 0;
}

/** Removes the tokens of a user; a running hub ends its connections within seconds. */
export async function removeToken(name: string, { tokens }: TokenFlags, terminal: Terminal): Promise<number> {
  requireNamedFile(tokens);
  const path = tokensFile(tokens, terminal.env);
  await alone(path, () => {
    const { text, tokens: known } = readTokens(path);
    if (!known.some((each) => each.name === name)) {
      throw new UsageError(`${path} has no token of ${name}; acp hub token list lists them`);
    }
    const others = text.split('\n').filter((line) => line.trim().split(/\s+/u)[0] !== name);
    writeTokens(path, others.join('\n'), terminal.env);
  });
  await terminal.stderr.tryWrite(`removed the tokens of ${name}\n`);
  return 0;
}

/** A file that the user names has to exist; the one in the data folder is made when it is needed. */
function requireNamedFile(path: string | undefined): void {
  if (path === undefined || existsSync(path)) return;
  throw new UsageError(`--tokens: file ${path} not found; check its name, or make it with acp hub token add`);
}

function readTokens(path: string): { readonly text: string; readonly tokens: readonly StaticToken[] } {
  const text = readTextFile(path) ?? '';
  const { tokens, problems } = parseTokens(text);
  const [problem] = problems;
  if (problem !== undefined) throw new UsageError(`${path}: ${withoutPeriod(problem)}; correct it first`);
  return { text, tokens };
}

/** How often another program that changes the file is waited for. */
const patience = 20;

/** Reads and writes the file while no other program changes it, so that a token that was printed is not lost. */
async function alone(path: string, work: () => void): Promise<void> {
  const folder = `${path}.lock`;
  for (let attempt = 1; ; attempt += 1) {
    const claim = await claimFolder(folder);
    if (claim.kind === 'claimed') {
      try {
        return work();
      } finally {
        await claim.release();
        // Another program that waits has a file there, or makes the folder again.
        await rmdir(folder).catch(() => undefined);
      }
    }
    if (attempt === patience)
      throw new UsageError(`another program changes ${path}; try again, or delete ${claim.by.path} if none runs`);
  }
}

/** Replaces the file atomically, because a running hub reads it; its owner and its mode stay. */
function writeTokens(path: string, text: string, env: Environment): void {
  if (path === tokensFile(undefined, env)) return writeSecret(path, text.trimEnd());
  const before = statSync(path, { throwIfNoEntry: false });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    if (before !== undefined) {
      chmodSync(draft, before.mode & 0o777);
      if (before.uid !== process.getuid?.() || before.gid !== process.getgid?.()) {
        chownSync(draft, before.uid, before.gid);
      }
    }
    renameOverSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
