/**
 * The registries that may be contacted: those of the config file of the user.
 *
 * The official one has a known address, but is contacted only after the user has accepted it once. The answer is kept
 * in the config file: the address, or false.
 */
import { describeError } from '@acp-stack/rpc';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { officialSource, type RegistrySource } from '@acp-stack/registry';

import { changeRegistries, type Config } from '../config/config.ts';
import { UsageError } from '../errors/usage-error.ts';
import { canAsk, Questions } from '../terminal/questions.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { exactLine } from '../text/exact-text.ts';

/** The name of the official registry. */
export const officialName: string = officialSource.name;

const accepting = `acp registry sources add ${officialName}`;

/** The address of the official registry, or that of a mirror which `ACP_OFFICIAL_REGISTRY` names. */
export function officialAddress({ ACP_OFFICIAL_REGISTRY: mirror }: Terminal['env']): string {
  return mirror === undefined || mirror === '' ? officialSource.location : mirror;
}

/** The registries of the config file that are in use, in their order. */
export function configuredSources({ registries = new Map(), path }: Config): readonly RegistrySource[] {
  return [...registries].flatMap(([name, location]) =>
    location === false ? [] : [{ name, location: absoluteLocation(location, dirname(path)) }],
  );
}

/** What to do if the official registry is not used, to end a sentence about an agent that is not found; or nothing. */
export function officialAdvice(config: Config, { env }: Pick<Terminal, 'env'>): string {
  const location = officialAddress(env);
  const isUsed = configuredSources(config).some((source) => source.location === location);
  return isUsed ? '' : `; the official registry is not used: ${accepting} accepts it`;
}

const isAddress = (location: string): boolean => /^[a-z][a-z\d+.-]+:\/\//iu.test(location);

/** An address as it is, and the whole path of a file or folder below `base`. */
export function absoluteLocation(location: string, base: string): string {
  if (!isAddress(location)) return resolve(base, location);
  const { protocol } = URL.canParse(location) ? new URL(location) : { protocol: '' };
  if (protocol === 'file:') return fileURLToPath(location);
  if (protocol === 'http:' || protocol === 'https:') return location;
  throw new UsageError(
    `${exactLine(location)} is not the address of a registry; it must begin with https:, or be the path of a file or folder`,
  );
}

export interface AcceptOptions {
  /** Accepts the official registry without a question. */
  readonly yes?: boolean | undefined;
  /** Why it is needed, as the beginning of a sentence, in lower case. */
  readonly reason: string;
  /** What the user can do instead. */
  readonly instead?: string;
}

/** The registries in use; if the config file has none, the user is asked once about the official one. */
export async function acceptedSources(
  config: Config,
  terminal: Terminal,
  { yes = false, reason, instead }: AcceptOptions,
): Promise<readonly RegistrySource[]> {
  const sources = configuredSources(config);
  if (sources.length > 0) return sources;
  const location = officialAddress(terminal.env);
  const before = instead === undefined ? '' : `${instead}, and `;
  const refusal = (how: string): UsageError =>
    new UsageError(`${reason}; ${before}${how} accepts the official registry (${exactLine(location)})`);
  // An answer, or an empty list, is a decision that only the user takes back.
  if (config.registries !== undefined) throw refusal(accepting);
  if (!yes && !canAsk(terminal)) throw refusal(`${accepting}, or --yes,`);
  const answer = yes || (await askForOfficial(location, reason, terminal));
  if (answer !== undefined) await remember(config, answer ? location : false, terminal);
  if (answer !== true) throw refusal(accepting);
  return [{ name: officialName, location }];
}

async function askForOfficial(location: string, reason: string, terminal: Terminal): Promise<boolean | undefined> {
  await terminal.stderr.tryWrite(
    `${reason.replace(/^./u, (letter) => letter.toUpperCase())}. The official registry lists agents:\n  ${exactLine(location)}\nIt is not contacted before you accept it, once.\n`,
  );
  const questions = new Questions(terminal);
  try {
    return await questions.yesOrNo('Use it?');
  } finally {
    await questions.close();
  }
}

/** An answer that cannot be stored holds for this run. */
async function remember({ path }: Config, answer: string | false, { stderr }: Terminal): Promise<void> {
  try {
    changeRegistries(path, { [officialName]: answer });
  } catch (error) {
    await stderr.tryWrite(`acp: the answer could not be stored: ${describeError(error)}\n`);
  }
}
