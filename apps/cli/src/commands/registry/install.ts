/** `acp registry install`. */
import type { DistributionKind, ListedAgent } from '@acp-stack/registry';

import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { installedWords } from '../../registry/agent-facts.ts';
import { offerInstall, previewOf, showOffer, type Interruptible } from '../../registry/offer-install.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { findListed, openAccepted, type RegistryFlags } from './registry-flags.ts';

export interface InstallFlags extends RegistryFlags {
  readonly distribution?: DistributionKind;
  readonly version?: string;
  readonly acceptSha256?: string;
  readonly dryRun?: boolean;
}

export interface InstallCommand {
  readonly name: string;
  readonly flags: InstallFlags;
}

/** Runs an install until a signal arrives. */
export const run: Interruptible = (work) =>
  untilInterrupted(work, { afterSignal: 'the download goes on where it stopped when you try again' });

export async function install({ name, flags }: InstallCommand, terminal: Terminal): Promise<number> {
  const registry = await openAccepted(flags, terminal);
  const { agent, installed: before } = await untilInterrupted(async (signal) => {
    const found = await findListed(registry, { name, flags }, signal, terminal);
    const all = await registry.installed();
    return { agent: found, installed: all.find(({ manifest }) => manifest.id === found.manifest.id) };
  });
  requireVersion(agent, flags.version);
  const { distribution, acceptSha256, yes = false } = flags;
  if (acceptSha256 !== undefined && !/^[0-9a-f]{64}$/iu.test(acceptSha256)) {
    throw new UsageError('--accept-sha256 needs a SHA-256 checksum: 64 hexadecimal digits');
  }
  const offer = { agent, name, distribution, acceptSha256, installed: before, yes, isStarted: false, run };
  if (flags.dryRun === true) {
    if (flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(await previewOf(offer), undefined, 2));
    else await showOffer(offer, terminal.stdout, terminal);
    return 0;
  }
  const installed = await offerInstall(registry, offer, terminal);
  if (flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(installed, undefined, 2));
  else
    await terminal.stderr.tryWrite(
      `${installedWords('installed', installed)}acp chat ${installed.manifest.id} starts it\n`,
    );
  return 0;
}

/** A source lists one version of an agent. */
function requireVersion({ manifest, source }: ListedAgent, wanted: string | undefined): void {
  if (wanted === undefined || wanted === manifest.version) return;
  throw new UsageError(
    `${source.name} lists ${manifest.id} ${exactLine(manifest.version)}, not ${exactLine(wanted)}; leave out --version, or use another source`,
  );
}
