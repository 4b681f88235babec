/**
 * Asks before an agent is installed, and installs it.
 *
 * The question shows where the agent comes from and the exact command that will run, with everything in it visible:
 * manifests are written by others.
 */
import {
  isClearName,
  previewInstall,
  type DistributionKind,
  type InstalledAgent,
  type InstallPreview,
  type ListedAgent,
  type Registry,
} from '@acp-stack/registry';

import { CommandError, exitCodes } from '../errors/command-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { createPalette } from '../terminal/palette.ts';
import type { Output } from '../terminal/output.ts';
import { canAsk, Questions } from '../terminal/questions.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { exactLine } from '../text/exact-text.ts';
import { factLines, identityFacts, previewFacts } from './agent-facts.ts';
import { InstallDisplay } from './install-progress.ts';

export interface Offer {
  readonly agent: ListedAgent;
  /** The name by which the user has asked for it. */
  readonly name: string;
  /** The distribution that the user wants; by default the preferred one. */
  readonly distribution?: DistributionKind | undefined;
  /** The checksum of a download that is accepted although the version had another one before. */
  readonly acceptSha256?: string | undefined;
  /** What is installed of it now. */
  readonly installed?: InstalledAgent | undefined;
  /** Installs it without a question. */
  readonly yes: boolean;
  /** Whether it will be started at once. */
  readonly isStarted: boolean;
  /** Runs the install, so that a signal stops it. */
  readonly run: Interruptible;
}

/** Runs work with a registry until a signal arrives. Questions stay outside of it: a signal ends them at once. */
export type Interruptible = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Installs the agent if the user agrees; throws otherwise. */
export async function offerInstall(registry: Registry, offer: Offer, terminal: Terminal): Promise<InstalledAgent> {
  const preview = await previewOf(offer);
  const { distribution } = preview;
  const { id } = offer.agent.manifest;
  if (offer.yes && !isClearName(offer.name, offer.agent))
    throw new UsageError(`"${exactLine(offer.name)}" may be ${id}; name it like that to install it with --yes`);
  if (!offer.yes) {
    if (!canAsk(terminal)) {
      throw new UsageError(
        `${titleOf(offer)}; ` +
          `acp registry install ${id} --yes installs it${offer.isStarted ? ', as does --yes with this command' : ''}`,
      );
    }
    await showOffer(offer, terminal.stderr, terminal);
    const isWanted = await confirmed(questionOf(offer), terminal);
    if (!isWanted) throw new CommandError(exitCodes.failed, `${id} was not installed`);
  }
  return installShown(registry, { ...offer, distribution }, terminal);
}

/** What the install would download and run. */
export const previewOf = (offer: Offer): Promise<InstallPreview> =>
  offer.run(() => Promise.resolve(previewInstall(offer.agent, offer.distribution)));

/** Writes what the user decides about. */
export async function showOffer(offer: Offer, to: Output, { env }: Terminal): Promise<void> {
  await to.tryWrite(`${offerLines(offer, await previewOf(offer), { to, env }).join('\n')}\n`);
}

/** Installs without a question, and shows the progress. */
async function installShown(
  registry: Registry,
  { agent, distribution, acceptSha256, run }: Offer & { readonly distribution: DistributionKind },
  terminal: Terminal,
): Promise<InstalledAgent> {
  const { id, version } = agent.manifest;
  const display = new InstallDisplay(terminal);
  await display.begin(`installing ${id} ${exactLine(version)} from ${agent.source.name}`);
  try {
    const accepted = acceptSha256 === undefined ? {} : { acceptSha256 };
    return await run((signal) =>
      registry.install(agent, { distribution, signal, onProgress: display.show, ...accepted }),
    );
  } finally {
    await display.end();
  }
}

/** Asks one question; anything but yes is no. */
export async function confirmed(question: string, terminal: Terminal): Promise<boolean> {
  const questions = new Questions(terminal);
  try {
    return await questions.confirm(question);
  } finally {
    await questions.close();
  }
}

/** What is there now, as the beginning of a sentence. */
function titleOf({ agent: { manifest, source }, installed }: Offer): string {
  const { id, version } = manifest;
  if (installed === undefined) return `${id} ${exactLine(version)} of ${source.name} is not installed`;
  return `${id} ${exactLine(installed.manifest.version)} is installed, and ${source.name} lists ${exactLine(version)}`;
}

function questionOf({ agent: { manifest }, installed, isStarted }: Offer): string {
  if (installed === undefined) return isStarted ? 'Install and start it?' : 'Install it?';
  return installed.manifest.version === manifest.version ? 'Install it again?' : 'Replace it?';
}

/** What the user decides about. */
function offerLines(
  offer: Offer,
  preview: InstallPreview,
  { to, env }: Pick<Terminal, 'env'> & { readonly to: Output },
): readonly string[] {
  const { agent } = offer;
  const { bold, dim } = createPalette(to, env);
  const others = agent.distributions.filter((each) => each !== preview.distribution);
  const rows = [
    ...identityFacts(agent),
    ...previewFacts(preview),
    ...(others.length === 0 ? [] : [{ name: 'also as', text: `${others.join(', ')} (--distribution)` }]),
  ];
  return [bold(`${titleOf(offer)}.`), ...factLines(rows, { width: to.columns ?? 100, dim })];
}
