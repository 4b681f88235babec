/**
 * The config file of the agent: `$XDG_CONFIG_HOME/acp-stack/agent.json`, or `~/.config/acp-stack/agent.json`.
 *
 * An error names the line. An unknown name is an error too, because it is usually misspelt.
 */
import { isAbsolute, join } from 'node:path';

import { inferFormat, promptFormats } from '@acp-stack/nes';
import { homeFolder, readRegularFile, UnreadableFileError, type Environment } from '@acp-stack/workspace/user-folders';

import { modelSettings } from '../model/model-settings.ts';
import { JsonSyntaxError, parseJsonSource, type JsonSource } from '../json/json-source.ts';
import {
  apiTypes,
  baseUrlProblem,
  emptyConfig,
  headersProblem,
  defaultBaseUrls,
  type AgentConfig,
  type AgentLimits,
  type ModelFacts,
  type ProviderConfig,
  type SuggestingModel,
  type ApiType,
} from './config.ts';
import { ConfigError } from './config-error.ts';

/** The path of the config file. */
export function configPath(env: Environment): string {
  const xdg = env['XDG_CONFIG_HOME'];
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(homeFolder(env), '.config');
  return join(base, 'acp-stack', 'agent.json');
}

const maxBytes = 8 * 1024 * 1024;

/** The text of the file at `path`; undefined if it does not exist. */
export async function readConfigText(path: string): Promise<string | undefined> {
  try {
    return String(await readRegularFile(path, { maxBytes }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const reason = error instanceof UnreadableFileError ? `: ${error.message}` : ` (${String(code)})`;
    throw new ConfigError(path, `cannot be read${reason}.`);
  }
}

/** Reads the text of a config file; throws a `ConfigError` if it is invalid. */
export function readConfig(text: string, path: string, env: Environment): AgentConfig {
  const source = parse(text, path);
  const root = new Setting(source, path, [], source.value).object(['model', 'providers', 'limits', 'suggestions']);
  const providers = new Map(emptyConfig.providers);
  for (const [id, setting] of root.get('providers')?.entries() ?? []) providers.set(id, readProvider(id, setting, env));
  const model = root.get('model')?.string();
  const suggestions = root.get('suggestions');
  return {
    ...(model === undefined ? {} : { model }),
    providers,
    limits: readLimits(root.get('limits')),
    ...(suggestions === undefined ? {} : { suggestions: readSuggestions(suggestions, env) }),
  };
}

function parse(text: string, path: string): JsonSource {
  try {
    return parseJsonSource(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw new ConfigError(path, `This is not JSON: ${error.message}.`, error.line);
    throw error;
  }
}

function readProvider(id: string, setting: Setting, env: Environment): ProviderConfig {
  const fields = setting.object(['apiType', 'baseUrl', 'apiKey', 'apiKeyEnv', 'headers', 'required', 'models']);
  const known = emptyConfig.providers.get(id)?.supported;
  const apiType = fields.get('apiType')?.oneOf(known ?? apiTypes) ?? known?.[0];
  if (apiType === undefined) throw setting.problem('needs an "apiType", which is "openai" or "anthropic"');
  const baseUrl = fields.get('baseUrl');
  if (baseUrl === undefined && known === undefined) throw setting.problem('needs a "baseUrl"');
  const models = fields.get('models')?.entries() ?? [];
  const { missing, ...key } = readKey(fields, env);
  return {
    address: {
      apiType,
      baseUrl: baseUrl?.checked(baseUrlProblem) ?? defaultBaseUrls[apiType],
      ...key,
      headers: readHeaders(fields.get('headers')),
    },
    ...optional('missing', missing),
    supported: known ?? apiTypes,
    required: fields.get('required')?.boolean() ?? false,
    models: Object.fromEntries(models.map(([name, facts]) => [name, readFacts(facts, apiType)])),
  };
}

/** The key, or the variable that should contain it. */
function readKey(
  fields: ReadonlyMap<string, Setting>,
  env: Environment,
): { readonly apiKey?: string; readonly missing?: string } {
  const [key, variable] = [fields.get('apiKey'), fields.get('apiKeyEnv')];
  if (key !== undefined && variable !== undefined) throw variable.problem('cannot be combined with "apiKey"');
  if (key !== undefined) return { apiKey: key.string() };
  if (variable === undefined) return {};
  const name = variable.string();
  const value = (Object.hasOwn(env, name) ? env[name] : undefined) ?? '';
  return value === '' ? { missing: name } : { apiKey: value };
}

function readHeaders(setting: Setting | undefined): Readonly<Record<string, string>> {
  if (setting === undefined) return {};
  const headers = Object.fromEntries(setting.entries().map(([name, value]) => [name, value.string()]));
  const problem = headersProblem(headers);
  if (problem !== undefined) throw setting.problem(problem);
  return headers;
}

/** The values of the settings that a model has. */
function settingsIn(fields: ReadonlyMap<string, Setting>, apiType: ApiType): ModelFacts {
  const found = modelSettings.flatMap(({ field, known, ...setting }) => {
    const list = fields.get(field);
    if (list === undefined) return [];
    if (setting.apiType !== apiType) throw list.problem(`is only for services with the apiType "${setting.apiType}"`);
    const values = list.strings();
    const unknown = known === undefined ? undefined : values.find((value) => !['default', ...known].includes(value));
    if (unknown !== undefined) throw list.problem(`must have values of ${known?.join(', ')}`);
    return [[field, values]];
  });
  return Object.fromEntries(found) as ModelFacts;
}

function readFacts(setting: Setting, apiType: ApiType): ModelFacts {
  const names = modelSettings.map(({ field }) => field);
  const fields = setting.object(['contextWindow', 'maxOutputTokens', 'price', ...names]);
  const price = fields.get('price')?.object(['input', 'output', 'cachedRead', 'cachedWrite', 'currency']);
  const [input, output] = [price?.get('input')?.amount(), price?.get('output')?.amount()];
  if (price !== undefined && (input === undefined || output === undefined))
    throw (fields.get('price') ?? setting).problem('needs "input" and "output", what a million tokens cost');
  return {
    ...optional('contextWindow', fields.get('contextWindow')?.count()),
    ...optional('maxOutputTokens', fields.get('maxOutputTokens')?.count()),
    ...settingsIn(fields, apiType),
    ...(input === undefined || output === undefined
      ? {}
      : {
          price: {
            input,
            output,
            ...optional('cachedRead', price?.get('cachedRead')?.amount()),
            ...optional('cachedWrite', price?.get('cachedWrite')?.amount()),
            ...optional('currency', price?.get('currency')?.string()),
          },
        }),
  };
}

function readLimits(setting: Setting | undefined): AgentLimits {
  const fields = setting?.object(['requestsPerTurn', 'retries']);
  return {
    ...optional('requests', fields?.get('requestsPerTurn')?.count()),
    ...optional('retries', fields?.get('retries')?.amount()),
  };
}

function readSuggestions(setting: Setting, env: Environment): SuggestingModel {
  const fields = setting.object(['endpoint', 'model', 'format', 'apiKey', 'apiKeyEnv']);
  const [endpoint, model] = [fields.get('endpoint')?.checked(baseUrlProblem), fields.get('model')?.string()];
  if (endpoint === undefined || model === undefined)
    throw setting.problem('needs an "endpoint", such as "http://127.0.0.1:8080/v1/completions", and a "model"');
  const format = fields.get('format')?.oneOf(promptFormats) ?? inferFormat(model);
  if (format === undefined)
    throw setting.problem(`needs a "format" for this model, which is one of ${promptFormats.join(', ')}`);
  return { endpoint, model, format, ...readKey(fields, env) };
}

const optional = <K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T };

/** A value of the file and its path. */
class Setting {
  readonly #source: JsonSource;
  readonly #file: string;
  readonly #path: readonly string[];
  readonly #value: unknown;

  constructor(source: JsonSource, file: string, path: readonly string[], value: unknown) {
    this.#source = source;
    this.#file = file;
    this.#path = path;
    this.#value = value;
  }

  /** The fields of an object. */
  entries(): readonly (readonly [string, Setting])[] {
    const value = this.#value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.problem('must be an object');
    return Object.entries(value).map(([key, each]) => [
      key,
      new Setting(this.#source, this.#file, [...this.#path, key], each),
    ]);
  }

  /** The fields of an object; a name that is not in `names` is an error. */
  object(names: readonly string[]): ReadonlyMap<string, Setting> {
    const entries = new Map(this.entries());
    const [unknown] = [...entries].filter(([name]) => !names.includes(name));
    if (unknown !== undefined) throw unknown[1].problem(`is not a setting; the settings are ${names.join(', ')}`);
    return entries;
  }

  string(): string {
    if (typeof this.#value !== 'string' || this.#value === '') throw this.problem('must be a string');
    return this.#value;
  }

  /** At least one string. */
  strings(): readonly string[] {
    if (!isListOfStrings(this.#value)) throw this.problem('must be a list of strings');
    return [...new Set(this.#value)];
  }

  boolean(): boolean {
    if (typeof this.#value !== 'boolean') throw this.problem('must be true or false');
    return this.#value;
  }

  /** A whole number of at least 1. */
  count(): number {
    if (!Number.isSafeInteger(this.#value) || Number(this.#value) < 1)
      throw this.problem('must be a whole number above 0');
    return Number(this.#value);
  }

  /** A number of at least 0. */
  amount(): number {
    if (typeof this.#value !== 'number' || this.#value < 0) throw this.problem('must be a number, 0 or more');
    return this.#value;
  }

  oneOf<T extends string>(choices: readonly T[]): T {
    const found = choices.find((choice) => choice === this.#value);
    if (found === undefined) throw this.problem(`must be ${choices.map((each) => `"${each}"`).join(' or ')}`);
    return found;
  }

  checked(problem: (text: string) => string | undefined): string {
    const text = this.string();
    const found = problem(text);
    if (found !== undefined) throw this.problem(found);
    return text;
  }

  /** The error for this value; never contains the value, which may be a key. */
  problem(words: string): ConfigError {
    const name = this.#path.length === 0 ? 'The file' : `"${this.#path.join('.')}"`;
    return new ConfigError(this.#file, `${name} ${words}.`, this.#source.lineOf(this.#path));
  }
}

const isListOfStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && each !== '');
