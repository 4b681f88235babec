/**
 * A component of a chain as a user describes it: on the command line as one word list, in a file as an object.
 *
 * A word list is a command (`"node audit.mjs --strict"`), an address (`ws://…`), or the name of a proxy that ships with
 * this program, with its settings (`budget --turns 10`, or `budget {"turns":10}`).
 */
import type { McpWay } from '@acp-stack/mcp/node';
import type { JsonObject } from '@acp-stack/schema/json-object';
import type { ExitPolicy } from '@acp-stack/sdk';

import { FieldError, fieldsOf, stringMapOf, stringOf, stringsOf } from '../config/checked-fields.ts';
import { parseSettings } from '../config/json-file.ts';
import { readMcpWays } from '../config/mcp-ways.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { splitShellWords } from '../text/split-shell-words.ts';

interface ComponentBase {
  /** The name in errors, traces and lists; made from the rest when absent. */
  readonly name?: string;
  readonly onExit?: ExitPolicy;
  /** Whether messages may pass it by once it has failed. */
  readonly mayBypass?: boolean;
  /** As the agent of a chain: how it may reach the MCP servers of the client and of proxies. */
  readonly mcp?: readonly McpWay[];
  /** Where it is described, if in a file; errors begin with it. */
  readonly place?: string;
}

/** A component before it is started. */
export type ComponentSpec = ComponentBase &
  (
    | {
        readonly kind: 'command';
        readonly command: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly cwd?: string;
      }
    | {
        readonly kind: 'address';
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        /** The file with its bearer token. */
        readonly tokenFile?: string;
      }
    | {
        readonly kind: 'shipped';
        readonly proxy: string;
        /** As an object, or as words: `--turns 10`. */
        readonly settings: JsonObject | readonly string[];
        /** Where relative paths in the settings begin; the current folder when absent. */
        readonly folder?: string;
      }
  );

const isAddress = (text: string): boolean => /^(?:wss?|https?):\/\//u.test(text);
const exitPolicies: readonly ExitPolicy[] = ['restart', 'fail', 'bypass'];

/** Reads a component of the command line; errors name it by `place`. */
export function parseComponent(text: string, shipped: readonly string[], place: string): ComponentSpec {
  const trimmed = text.trim();
  if (trimmed === '') throw new FieldError(place, `needs a command, an address, or one of ${shipped.join(', ')}`);
  if (trimmed.startsWith('{')) return readComponent(parseObject(trimmed, place), shipped, place);
  if (isAddress(trimmed)) return { kind: 'address', url: checkedAddress(trimmed, place), headers: {} };
  const [, first = '', rest = ''] = /^(?<name>\S+)\s*(?<rest>[\s\S]*)$/u.exec(trimmed) ?? [];
  if (!shipped.includes(first)) return commandOf(splitWords(trimmed, place), place);
  const settings = rest.startsWith('{') ? parseObject(rest, place) : splitWords(rest, place);
  return { kind: 'shipped', proxy: first, settings };
}

/** The address, which has a host. */
function checkedAddress(url: string, place: string): string {
  if (URL.canParse(url)) return url;
  throw new FieldError(place, `: ${JSON.stringify(url)} is not an address; write one such as ws://127.0.0.1:8420/acp`);
}

/** Whether the messages of a component of the command line come over the network. */
export function isRemoteComponent(text: string): boolean {
  const trimmed = text.trim();
  return isAddress(trimmed) || (trimmed.startsWith('{') && parseObject(trimmed, '--proxy')['url'] !== undefined);
}

/** Reads a component of a file: a word list, or an object. */
export function readComponent(value: unknown, shipped: readonly string[], place: string): ComponentSpec {
  if (typeof value === 'string') return parseComponent(value, shipped, place);
  const fields = fieldsOf(value, place);
  const base = readBase(fields, place);
  const url = stringOf(fields['url'], `${place}.url`);
  const proxy = stringOf(fields['proxy'], `${place}.proxy`);
  const [way, ...others] = Object.keys(keysOf).filter((key) => fields[key] !== undefined && fields[key] !== null);
  if (way === undefined || others.length > 0) {
    const words = `needs one of "command" to start, "url" to connect to, and "proxy", which is ${shipped.join(', ')}`;
    throw new FieldError(place, words);
  }
  requireKnown(fields, way, place);
  if (url !== undefined) {
    if (!isAddress(url)) throw new FieldError(`${place}.url`, 'must begin with ws:, wss:, http: or https:');
    checkedAddress(url, `${place}.url`);
    const tokenFile = stringOf(fields['tokenFile'], `${place}.tokenFile`);
    return {
      ...base,
      kind: 'address',
      url,
      headers: stringMapOf(fields['headers'], `${place}.headers`),
      ...(tokenFile === undefined ? {} : { tokenFile }),
    };
  }
  if (proxy !== undefined) {
    if (!shipped.includes(proxy)) {
      const guess = didYouMean(proxy, shipped);
      const advice = guess === '' ? `; the proxies are ${shipped.join(', ')}` : guess;
      throw new FieldError(`${place}.proxy`, `: "${proxy}" is not a proxy of acp${advice}`);
    }
    return { ...base, kind: 'shipped', proxy, settings: fieldsOf(fields['settings'], `${place}.settings`) };
  }
  const { env, ...words } = commandOf(commandWords(fields, place), place);
  const cwd = stringOf(fields['cwd'], `${place}.cwd`);
  return {
    ...base,
    ...words,
    env: { ...env, ...stringMapOf(fields['env'], `${place}.env`) },
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** The words of a command: a list, a program with `args`, or a line as for `--proxy`. */
function commandWords({ command, args }: JsonObject, place: string): readonly string[] {
  if (typeof command !== 'string') {
    if (args !== undefined)
      throw new FieldError(`${place}.args`, 'needs a "command" that is a string; put them into the list');
    return stringsOf(command, `${place}.command`);
  }
  return args === undefined ? splitWords(command, `${place}.command`) : [command, ...stringsOf(args, `${place}.args`)];
}

/** The fields of each way to describe a component, and those of all. */
const baseKeys = ['name', 'onExit', 'mayBypass', 'mcp'];
const keysOf: Readonly<Record<string, readonly string[]>> = {
  command: ['args', 'env', 'cwd'],
  url: ['headers', 'tokenFile'],
  proxy: ['settings'],
};

/** A setting that is not read would be missed only when something goes wrong. */
function requireKnown(fields: JsonObject, way: string, place: string): void {
  const known = [way, ...(keysOf[way] ?? []), ...baseKeys];
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const guess = didYouMean(unknown, known);
  const advice = guess === '' ? `; with "${way}" there is ${known.slice(1).join(', ')}` : guess;
  throw new FieldError(`${place}.${unknown}`, `is not a setting${advice}`);
}

function readBase(fields: JsonObject, place: string): ComponentBase {
  const name = stringOf(fields['name'], `${place}.name`);
  const wanted = stringOf(fields['onExit'], `${place}.onExit`);
  const onExit = exitPolicies.find((each) => each === wanted);
  if (wanted !== undefined && onExit === undefined) {
    throw new FieldError(`${place}.onExit`, `must be one of ${exitPolicies.join(', ')}`);
  }
  const { mayBypass } = fields;
  if (mayBypass !== undefined && typeof mayBypass !== 'boolean') {
    throw new FieldError(`${place}.mayBypass`, 'must be true or false');
  }
  if (onExit === 'bypass' && mayBypass !== true) {
    throw new FieldError(place, ': "onExit": "bypass" needs "mayBypass": true, which says that it protects nothing');
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    ...readMcpWays(fields['mcp'], `${place}.mcp`),
  };
}

/** Splits a command; variables before it, as in a shell, are its environment. */
function commandOf(words: readonly string[], place: string): ComponentSpec & { readonly kind: 'command' } {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/u.test(word));
  if (first === -1 || words[first] === '') throw new FieldError(place, 'has no command');
  const env = Object.fromEntries(
    words.slice(0, first).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  return { kind: 'command', command: words.slice(first), env };
}

function splitWords(text: string, place: string): readonly string[] {
  const words = splitShellWords(text);
  if (words === undefined) throw new FieldError(place, `has a quote without an end: ${text}`);
  return words;
}

/** Refuses a key that is there twice, as in files. */
const parseObject = (text: string, place: string): JsonObject => fieldsOf(parseSettings(text, place), place);
