/**
 * `acp web`: a page for agents in a browser, on a hub of this process or on another one.
 *
 * With a hub of its own, page and hub share one port. With another hub, what the page sends is relayed to it: the token
 * of that hub stays in this process.
 */
import { FolderLockedError, staticToken } from '@acp-stack/hub';
import { address } from '@acp-stack/conductor/node';
import type { App } from '@acp-stack/http/server';
import type { AgentComponent } from '@acp-stack/sdk';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';
import { chooseAgent } from '../../connect/choose-agent.ts';
import { stopRequested } from '../../connect/stop-requested.ts';
import { loadSettings } from '../../config/settings.ts';
import { unavailableAddress } from '../../errors/unavailable-address.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { PageAccess, pageAddress } from '../../page/page-access.ts';
import { pageRoutes } from '../../page/page-routes.ts';
import { servePage } from '../../page/serve-page.ts';
import { showPage } from '../../page/show-page.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { findRunningHubs } from '../../token/running-hub.ts';
import { joinChannels } from '../../wire/join-channels.ts';
import { startHub } from '../hub/hub-start.ts';
import { localPrincipal } from '../hub/local-principal.ts';

export interface WebFlags extends DiagnosticFlags, FormatFlags {
  readonly port: number;
  /** False with `--no-open`. */
  readonly open: boolean;
  readonly hub?: string | true;
  readonly tokenFile?: string;
  readonly root?: readonly string[];
  readonly agent?: readonly string[];
  readonly proxy?: readonly string[];
  readonly database?: string;
  readonly config?: string;
  readonly trustProject?: boolean;
  readonly yes?: boolean;
  /** The words after `--`. */
  readonly command: readonly string[] | undefined;
}

export interface WebCommand {
  readonly flags: WebFlags;
  readonly version: string;
}

const name = 'acp web';

/** Where the editor of the page gets suggestions from: an agent of its own for each connection, without a session. */
const suggestionsPath = '/nes';

/** Each connection gets a connection to the agent, or an agent of its own. */
const relay = (agent: AgentComponent): App => ({
  connect: (channel) => {
    const behind = agent.start();
    const { leftEnded, rightEnded } = joinChannels(channel, behind);
    // The page is gone; nothing reads what the agent still sends.
    void leftEnded.then(() => {
      behind.destroy();
    });
    return { closed: rightEnded };
  },
});

/** Runs until SIGTERM or SIGINT. */
export async function web(command: WebCommand, terminal: Terminal): Promise<number> {
  const { flags } = command;
  if (flags.hub !== undefined) return relayHub(flags, terminal);
  try {
    return await ownHub(command, terminal);
  } catch (error) {
    const isHubRunning = error instanceof FolderLockedError || (error as Error).cause instanceof FolderLockedError;
    if (!isHubRunning || findRunningHubs(terminal.env).length === 0) throw error;
    const refused = refusedWithRunningHub(flags);
    if (refused !== undefined) {
      throw new UsageError(`a hub of yours is running, and ${refused} is for a new one; stop it, or omit ${refused}`);
    }
    await terminal.stderr.tryWrite(`${name}: a hub of yours is running already; the page uses it\n`);
    return relayHub({ ...flags, hub: true }, terminal);
  }
}

/** What a hub that runs already cannot be given. */
function refusedWithRunningHub({ root, agent, proxy, command }: WebFlags): string | undefined {
  if (root !== undefined) return '--root';
  if (agent !== undefined) return '--agent';
  if (proxy !== undefined) return '--proxy';
  return command === undefined ? undefined : 'the command of an agent';
}

async function ownHub({ flags, version }: WebCommand, terminal: Terminal): Promise<number> {
  const access = new PageAccess();
  const { open, format, hub: _, tokenFile: _file, ...others } = flags;
  return startHub(
    {
      flags: { ...others, format, host: '127.0.0.1', drain: 10, logFormat: 'text' },
      version,
      face: {
        name,
        tokens: [staticToken(localPrincipal, access.token, true)],
        otherwise: pageRoutes('client', access),
        apps: (agent) => ({ [suggestionsPath]: relay(agent) }),
        announce: (url) =>
          showPage({ address: pageAddress(url, access), url, token: access.token }, { open, format }, terminal, name),
      },
    },
    terminal,
  );
}

/** The address that other people use for the hub. */
const linkAddress = (url: string): string => url.replace(/^ws/u, 'http').replace(/[?#].*$/u, '');

async function relayHub(flags: WebFlags, terminal: Terminal): Promise<number> {
  const { port, hub = true, tokenFile, config, trustProject } = flags;
  const settings = await loadSettings({ cwd: process.cwd(), config, trustProject }, terminal);
  const chosen = chooseAgent(
    { name: undefined, flags: { hub, ...(tokenFile === undefined ? {} : { tokenFile }) } },
    settings,
    terminal,
  );
  if (chosen.kind !== 'url') throw new UsageError(`--hub must be the address of a hub, not ${chosen.name}`);
  const remote = address(chosen.url, { headers: chosen.headers });
  const served = await servePage({ page: 'client', app: relay(remote), port, hub: linkAddress(chosen.url) }).catch(
    (error: unknown) => {
      throw unavailableAddress(error, { host: '127.0.0.1', port });
    },
  );
  try {
    const { url, token } = served;
    await showPage({ address: served.createAddress(), url, token }, flags, terminal, name);
    await stopRequested();
    return 0;
  } finally {
    await served[Symbol.asyncDispose]();
  }
}
