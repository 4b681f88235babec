/** The proxies of this package as a command line and a configuration name them. */
import { closeSync, existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describeError } from '@acp-stack/rpc';
import { sqliteJournal } from '@acp-stack/journal';
import { serverOfModule, type OfferedServer } from '@acp-stack/mcp';
import type { ProxyComponent } from '@acp-stack/sdk';
import { parsePermissionRules, readPermissionRules, type PermissionPolicy } from '@acp-stack/workspace/client';

import { appendingFile, checkFile, openFile } from './appending-file.ts';
import { budget, budgetSettings, type BudgetOptions } from './budget.ts';
import { context, contextSettings, type ContextOptions } from './context.ts';
import { loadFromResume } from './load-from-resume.ts';
import { policy, policyName } from './policy.ts';
import { redact, redactSettings } from './redact.ts';
import { rateLimit, rateLimitSettings, type RateLimitOptions } from './rate-limit.ts';
import { nonEmptyText, oneOf, readSettings, texts, type Setting, type Settings } from './settings.ts';
import { tee } from './tee.ts';
import { tools } from './tools.ts';
import { translate } from './translate.ts';

type Given = Readonly<Record<string, unknown>>;

/** What a proxy may use of the program that it runs in. */
export interface ProxyHost {
  /** Called with a sentence about a problem that does not stop the chain; stderr when absent. */
  readonly warn?: (problem: string) => void;
  /**
   * The folder that relative paths in settings start from, such as that of the file with the chain; the current folder
   * when absent. `files` of `context` name files of the session, so they start from its directory instead.
   */
  readonly folder?: string;
  /** Whether the chain is only started to check it: then `tee` records nothing, and leaves its file as it is. */
  readonly isCheck?: boolean;
}

/** A proxy that can be put into a chain by its name. */
export interface ShippedProxy {
  /** The name, as in `--proxy name`. */
  readonly name: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** The names of its settings. */
  readonly settings: readonly string[];
  /** Makes the proxy; throws a `TypeError` that names the setting if one is wrong. */
  readonly create: (settings: Given, host?: ProxyHost) => Promise<ProxyComponent>;
}

interface Entry<T> {
  readonly name: string;
  readonly summary: string;
  readonly settings: Settings<T>;
  readonly required?: readonly (keyof T & string)[];
  readonly make: (options: T, host: Required<ProxyHost>) => ProxyComponent | Promise<ProxyComponent>;
}

const warnOnStderr = (problem: string): void => {
  process.stderr.write(`${problem}\n`);
};

function entry<T extends object>({ name, summary, settings, required = [], make }: Entry<T>): ShippedProxy {
  return {
    name,
    summary,
    settings: Object.keys(settings),
    create: async (given, { warn = warnOnStderr, folder = '', isCheck = false } = {}) =>
      make(readSettings(name, given, { settings, required }), { warn, folder: resolve(folder), isCheck }),
  };
}

const contextEntry = entry<ContextOptions>({
  name: 'context',
  summary: 'adds AGENTS.md and other files to the first prompt of a session',
  settings: contextSettings,
  make: context,
});

const teeEntry = entry<{ readonly file: string }>({
  name: 'tee',
  summary: 'records every message into a file',
  settings: { file: nonEmptyText },
  required: ['file'],
  make: ({ file }, { warn, folder, isCheck }) => {
    const path = resolve(folder, file);
    if (!isCheck) return tee({ write: appendingFile(path).write, warn });
    checkFile(path);
    return tee({ write: () => undefined, warn });
  },
});

const redactEntry = entry<{ readonly holdTime?: number }>({
  name: 'redact',
  summary: 'hides what looks like a credential, in both directions',
  settings: redactSettings,
  make: redact,
});

interface PolicySettings {
  readonly policy?: Extract<PermissionPolicy, string>;
  readonly file?: string;
  readonly rules?: readonly unknown[];
  readonly otherwise?: string;
}

const list: Setting<readonly unknown[]> = {
  words: 'a list of rules',
  read: (value) => (Array.isArray(value) ? value : undefined),
};

const policyEntry = entry<PolicySettings>({
  name: 'policy',
  summary: 'decides about permissions by rules, before the client is asked',
  settings: {
    policy: policyName,
    file: nonEmptyText,
    rules: list,
    otherwise: oneOf('allow', 'ask', 'deny'),
  },
  make: async ({ policy: name, file, ...rules }, { folder }) => {
    const given = [name, file, rules.rules].filter((each) => each !== undefined);
    if (given.length !== 1) throw new TypeError('policy needs exactly one of policy, file and rules.');
    if (name !== undefined) return policy({ policy: name });
    if (file !== undefined) return policy({ policy: await readPermissionRules(resolve(folder, file)) });
    return policy({ policy: parsePermissionRules(JSON.stringify(rules), 'policy') });
  },
});

const rateLimitEntry = entry<Omit<RateLimitOptions, 'clock'>>({
  name: 'rate-limit',
  summary: 'limits how many turns begin in a period of time',
  settings: rateLimitSettings,
  required: ['turns'],
  make: rateLimit,
});

const budgetEntry = entry<BudgetOptions>({
  name: 'budget',
  summary: 'limits the turns, the tokens and the cost of sessions',
  settings: budgetSettings,
  make: budget,
});

const loadFromResumeEntry = entry<{ readonly file: string }>({
  name: 'load-from-resume',
  summary: 'gives loading and listing of sessions to agents that can only resume them',
  settings: { file: nonEmptyText },
  required: ['file'],
  make: async ({ file }, { warn, folder }) => {
    const path = resolve(folder, file);
    // The journal would follow a link, and make its file readable for others.
    closeSync(openFile(path));
    return loadFromResume({ journal: await sqliteJournal(path), warn });
  },
});

const translateEntry = entry<object>({
  name: 'translate',
  summary: 'lets a client and an agent of different versions work together',
  settings: {},
  make: () => translate(),
});

const toolsEntry = entry<{ readonly file: readonly string[] }>({
  name: 'tools',
  summary: 'adds the tools of a file to every session',
  settings: { file: texts },
  required: ['file'],
  make: async ({ file }, { folder, warn }) =>
    tools({
      servers: await Promise.all(file.map((each) => loadServer(resolve(folder, each)))),
      onUnsupported: (names) => {
        warn(`tools: the agent does not support MCP over ACP, so it gets no tools of ${names.join(', ')}`);
      },
    }),
});

async function loadServer(file: string): Promise<OfferedServer> {
  if (!existsSync(file)) throw new TypeError(`tools: the file ${file} does not exist.`);
  try {
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
    return await serverOfModule(basename(file).replace(/\.[^.]*$/u, ''), module.default);
  } catch (error) {
    throw new TypeError(`tools: ${file} cannot be used: ${describeError(error)}`, { cause: error });
  }
}

/** All of them. */
export const shippedProxies: readonly ShippedProxy[] = [
  contextEntry,
  teeEntry,
  redactEntry,
  policyEntry,
  rateLimitEntry,
  budgetEntry,
  loadFromResumeEntry,
  translateEntry,
  toolsEntry,
];

/** Makes the proxy with this name; throws a `TypeError` in one sentence if there is none, or a setting is wrong. */
export async function createProxy(name: string, settings: Given = {}, host: ProxyHost = {}): Promise<ProxyComponent> {
  const found = shippedProxies.find((each) => each.name === name);
  if (found !== undefined) {
    try {
      return await found.create(settings, host);
    } catch (error) {
      if (error instanceof TypeError) throw error;
      throw new TypeError(`${name} cannot be started: ${describeError(error)}`, { cause: error });
    }
  }
  throw new TypeError(
    `"${name}" is not a proxy of this package; the proxies are ${shippedProxies.map((each) => each.name).join(', ')}.`,
  );
}

/**
 * Reads the settings of a proxy from the words after its name: one JSON object, or `--name value` and `--name=value`,
 * where a name that is repeated makes a list.
 */
export function settingsFromWords(words: readonly string[]): Given {
  const [first] = words;
  if (words.length === 1 && first?.startsWith('{') === true) return jsonSettings(first);
  const settings: Record<string, unknown> = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [, name, value] = /^--(?<name>[\w-]+)(?:=(?<value>[\s\S]*))?$/u.exec(word) ?? [];
    if (name === undefined) throw new TypeError(`"${word}" is not a setting; write --name value, or one JSON object.`);
    if (value === undefined) index += 1;
    const found = value ?? words[index];
    if (found === undefined) throw new TypeError(`--${name} needs a value.`);
    const key = name.replaceAll(/-(?<letter>[a-z])/gu, (_, letter: string) => letter.toUpperCase());
    settings[key] = settings[key] === undefined ? found : [settings[key], found].flat();
  }
  return settings;
}

function jsonSettings(text: string): Given {
  try {
    return JSON.parse(text) as Given;
  } catch (error) {
    throw new TypeError(`The settings are not JSON: ${String(error)}`, { cause: error });
  }
}
