/** Makes the components of a chain from what the user has described. */
import { existsSync } from 'node:fs';

import { managed, type ManageOptions } from '@acp-stack/conductor';
import { address, command } from '@acp-stack/conductor/node';
import { createProxy, settingsFromWords, shippedProxies, type ProxyHost } from '@acp-stack/conductor/proxies';
import { describeError } from '@acp-stack/rpc';
import type { AgentComponent, Component, ProxyComponent } from '@acp-stack/sdk';

import { commandName } from '../text/command-name.ts';
import { UsageError } from '../errors/usage-error.ts';
import { absoluteCommand } from '../files/find-program.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { headersWithToken } from '../token/bearer-token.ts';
import { parseComponent, type ComponentSpec } from './component-spec.ts';
import { withoutPeriod } from '../text/without-period.ts';

/** The names of the proxies that need no command. */
export const shippedNames: readonly string[] = shippedProxies.map(({ name }) => name);

/** Reads the values of `--proxy`. */
export const proxySpecs = (texts: readonly string[]): readonly ComponentSpec[] =>
  texts.map((text) => parseComponent(text, shippedNames, '--proxy'));

/** Makes a proxy; `warn` is called with problems that do not stop the chain. */
export async function makeProxy(
  spec: ComponentSpec,
  host: { readonly warn: (problem: string) => void; readonly isCheck?: boolean },
): Promise<ProxyComponent> {
  if (spec.kind !== 'shipped') {
    if (spec.kind === 'command') requireCommand(spec);
    // ACP_TOKEN is for the agent.
    return makeEither(spec, { ...process.env, ACP_TOKEN: undefined });
  }
  const { proxy } = spec;
  const made = await createShipped(spec, host);
  if (spec.mayBypass === true && made.mayBypass !== true) {
    throw new UsageError(
      `${prefixOf(spec)}the proxy ${proxy} protects something, so messages must not bypass it; remove "mayBypass"`,
    );
  }
  return managed(made, managedBy(spec));
}

/** Where a component is described, before what is wrong with it. */
const prefixOf = ({ place }: ComponentSpec): string => (place === undefined ? '' : `${place}: `);

async function createShipped(
  spec: ComponentSpec & { readonly kind: 'shipped' },
  host: ProxyHost,
): Promise<ProxyComponent> {
  const { proxy, settings, folder } = spec;
  try {
    const given = isWords(settings) ? wordSettings(proxy, settings) : settings;
    return await createProxy(proxy, given, { ...host, ...(folder === undefined ? {} : { folder }) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${prefixOf(spec)}${withoutPeriod(error.message)}`, { cause: error });
  }
}

/** Adds the name of the proxy to errors, which do not have it. */
function wordSettings(proxy: string, words: readonly string[]): ReturnType<typeof settingsFromWords> {
  try {
    return settingsFromWords(words);
  } catch (error) {
    throw new TypeError(`${proxy}: ${describeError(error)}`, { cause: error });
  }
}

const isWords = (settings: object): settings is readonly string[] => Array.isArray(settings);

/** A name without a folder is a proxy of acp, or a program that can be found; anything else is a typing error. */
function requireCommand(spec: ComponentSpec & { readonly kind: 'command' }): void {
  const {
    command: [name = ''],
    env,
  } = spec;
  if (/[/\\]/u.test(name) || absoluteCommand(name, { ...process.env, ...env }) !== undefined) return;
  const guess = existsSync(name) ? `; perhaps "node ${name}"` : didYouMean(name, shippedNames);
  const advice = guess === '' ? `; the proxies of acp are ${shippedNames.join(', ')}` : guess;
  throw new UsageError(`${prefixOf(spec)}"${name}" is neither a proxy of acp nor a command${advice}`);
}

/** Makes the agent at the end of a chain. */
export function makeAgent(spec: ComponentSpec): AgentComponent {
  if (spec.kind === 'shipped')
    throw new UsageError(
      `${prefixOf(spec)}${spec.proxy} is a proxy and cannot be the agent of a chain; put it before an agent`,
    );
  return makeEither(spec, process.env);
}

function makeEither(
  spec: ComponentSpec & { readonly kind: 'command' | 'address' },
  variables: NodeJS.ProcessEnv,
): Component & { readonly role: 'either' } {
  const { mcp } = spec;
  const options = { ...managedBy(spec), ...(mcp === undefined ? {} : { mcp: { prefer: mcp } }) };
  if (spec.kind === 'address')
    return address(spec.url, { ...options, headers: headersWithToken(spec, undefined, variables) });
  const { env, cwd } = spec;
  const [program = '', ...args] = spec.command;
  const name = options.name ?? commandName(program, args);
  return command(spec.command, { ...options, name, env, ...(cwd === undefined ? {} : { cwd }) });
}

const managedBy = ({ name, onExit, mayBypass }: ComponentSpec): ManageOptions => ({
  ...(name === undefined ? {} : { name }),
  ...(onExit === undefined ? {} : { onExit }),
  ...(mayBypass === undefined ? {} : { mayBypass }),
});

/** Gives components of the same name a number, so that errors and traces are clear. */
export function distinctNames<C extends AgentComponent | ProxyComponent>(components: readonly C[]): readonly C[] {
  const counts = new Map<string, number>();
  return components.map((each) => {
    const count = (counts.get(each.name) ?? 0) + 1;
    counts.set(each.name, count);
    return count === 1 ? each : (managed(each, { name: `${each.name} ${count}` }) as unknown as C);
  });
}
