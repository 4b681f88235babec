/**
 * Installs an agent of a registry that the user has accepted, after the user has seen what will be downloaded and run.
 *
 * The first call returns these facts with an id that stands for them. The second call installs only if the id is still
 * that of the facts: what a registry changes in between is asked for again.
 */
import { createHash } from 'node:crypto';

import { previewInstall, type Registry } from '@acp-stack/registry';

import type { Config } from '../config/config.ts';
import { UsageError } from '../errors/usage-error.ts';
import { identityFacts, previewFacts } from '../registry/agent-facts.ts';
import { configuredSources, officialAdvice } from '../registry/sources.ts';
import { openUserRegistry } from '../registry/user-registry.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { HostFact, HostParams, InstallAnswer } from '@acp-stack/web';

/** What an install needs. */
export interface InstallPlace {
  readonly settings: Config;
  readonly terminal: Terminal;
  /** Called with the id of the agent when it is installed, so that the hub offers it. */
  readonly onInstalled: (id: string) => Promise<void>;
}

/** `install_agent`: what to ask the user, or what was installed. */
export async function installAgent(
  { name, confirm }: HostParams['installAgent'],
  signal: AbortSignal,
  { settings, terminal, onInstalled }: InstallPlace,
): Promise<InstallAnswer> {
  const registry = acceptedRegistry(settings, terminal);
  const agent = await registry.find(name, { signal });
  const preview = previewInstall(agent);
  const facts = [...identityFacts(agent), ...previewFacts(preview)];
  const id = idOf(facts);
  if (confirm !== id) return { confirm: { id, facts } };
  const { manifest } = await registry.install(agent, { distribution: preview.distribution, signal });
  await onInstalled(manifest.id);
  return { installed: { name: manifest.id, version: manifest.version } };
}

/** No registry is contacted that the user has not accepted. */
function acceptedRegistry(settings: Config, terminal: Terminal): Registry {
  const sources = configuredSources(settings);
  if (sources.length > 0) return openUserRegistry(sources, terminal);
  throw new UsageError(`no registry is used${officialAdvice(settings, terminal)}`);
}

const idOf = (facts: readonly HostFact[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
