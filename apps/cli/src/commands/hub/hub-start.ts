/**
 * `acp hub`: runs a hub until it is stopped by a signal.
 *
 * Everything that can be wrong is checked before the hub listens. The first signal lets running work end, a second one
 * does not wait for it; nothing that was accepted is lost either way.
 */
import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { hostname } from 'node:os';

import {
  openHub,
  serveHub,
  type Hub,
  type HubOptions,
  type HubServing,
  type ServeHubOptions,
  type StaticToken,
} from '@acp-stack/hub';
import { isLoopback } from '@acp-stack/http/node';
import type { App } from '@acp-stack/http/server';
import type { Journal } from '@acp-stack/journal';
import type { Channel } from '@acp-stack/rpc';
import type { AgentComponent } from '@acp-stack/sdk';

import { stopRequested } from '../../connect/stop-requested.ts';
import { loadSettings } from '../../config/settings.ts';
import { unavailableAddress } from '../../errors/unavailable-address.ts';
import { existingFolder } from '../../files/existing-folder.ts';
import { writeSecret } from '../../files/secret-file.ts';
import { openLog, type Log } from '../../log/log.ts';
import { openTelemetry } from '../../telemetry/open-telemetry.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { observeConnection } from '../../trace/observe-connection.ts';
import { openTrace } from '../../trace/open-trace.ts';
import type { TraceWriter } from '../../trace/trace-writer.ts';
import { noteRunningHub } from '../../token/running-hub.ts';
import { openCredentials, type HubCredentials } from './hub-credentials.ts';
import {
  databaseFailure,
  hubDatabase,
  lockDatabase,
  makeUsualFolder,
  openDatabase,
  shownDatabase,
  stopFailure,
  type HubDatabase,
} from './hub-database.ts';
import { hubHost, type HubHost } from './hub-host.ts';
import { logWriter } from './hub-log.ts';
import { quotasOf, retentionOf, serveOptions, type StartFlags } from './hub-settings.ts';
import { tokensFile } from './hub-tokens.ts';

export interface StartCommand {
  readonly flags: StartFlags;
  readonly version: string;
  /** What a program adds that shows the hub to its user, such as `acp web`. */
  readonly face?: HubFace;
}

/** What a program adds to the hub that it starts. */
interface HubFace {
  /** The name of the program, for messages. */
  readonly name: string;
  /** Further tokens. */
  readonly tokens: readonly StaticToken[];
  /** Handles the paths that the hub does not know. */
  readonly otherwise: RequestListener;
  /** Further endpoints by their paths; the default agent of the hub is given. */
  readonly apps?: (agent: AgentComponent) => Readonly<Record<string, App>>;
  /** Tells the user where it is. */
  readonly announce: (url: string) => Promise<void>;
}

/** What a hub is started with. */
interface Setup extends StartCommand {
  readonly host: HubHost;
  readonly roots: readonly string[];
  readonly database: HubDatabase;
  readonly log: Log;
  readonly trace: TraceWriter | undefined;
  readonly terminal: Terminal;
}

/** Runs until SIGTERM or SIGINT; a second signal ends it at once. */
export async function startHub({ flags, version, face }: StartCommand, terminal: Terminal): Promise<number> {
  const { env } = terminal;
  const log = openLog(flags, terminal, face?.name ?? 'acp hub');
  // What is wrong on the command line is said before anything is opened.
  serveOptions(flags);
  quotasOf(flags);
  const roots = (flags.root ?? ['.']).map((folder) => existingFolder(folder, '--root'));
  const database = hubDatabase(flags.database, env);
  const settings = await loadSettings(
    { cwd: process.cwd(), config: flags.config, trustProject: flags.trustProject },
    terminal,
  );
  const { agent: names = [], proxy: proxies = [], yes } = flags;
  const { command } = flags;
  const wanted = { names, command, proxies, yes, settings, log };
  const host = await hubHost({ ...wanted, roots, isLocal: face !== undefined }, terminal);
  const trace = await openTrace(flags.trace, { agent: 'a hub', now: terminal.now });
  const setup: Setup = {
    flags,
    version,
    ...(face === undefined ? {} : { face }),
    host,
    roots,
    database,
    log,
    trace,
    terminal,
  };
  makeUsualFolder(database, env);
  const lock = await lockDatabase(database);
  try {
    let loss: Error | undefined;
    const journal = await openDatabase(database, {
      onLoss: (error) => (loss = error),
      onRisk: (error) => log.warn(error.message),
    });
    try {
      return await runHub(setup, journal, loss);
    } catch (error) {
      // What cannot be stored while the hub runs is told to clients; here it keeps the hub from leaving in good order.
      throw stopFailure(error, database);
    } finally {
      await journal.close();
    }
  } finally {
    await lock[Symbol.asyncDispose]();
  }
}

async function runHub(setup: Setup, journal: Journal, loss: Error | undefined): Promise<number> {
  const { flags, version, host, roots, database, terminal } = setup;
  if (flags.tokens === undefined) createTokensFile(terminal);
  const serving: { current: HubServing | undefined } = { current: undefined };
  const credentials = await openCredentials(flags, terminal, {
    onRevoked: (name) => serving.current?.revoked(name),
    log: (line) => setup.log.warn(line),
    more: setup.face?.tokens ?? [],
  });
  const onFailure = (line: string): void => setup.log.warn(line);
  const telemetry = await openTelemetry({ service: 'acp-hub', version, env: terminal.env, onFailure });
  try {
    const { name = hostname() } = flags;
    const options: HubOptions = {
      journal,
      ...(loss === undefined ? {} : { loss }),
      agents: host.agents,
      methods: host.methods,
      roots,
      allowsMcpStdio: flags.allowMcpStdio ?? false,
      credentials: credentials.accepted,
      name,
      isAlone: database.kind === 'sqlite',
      quotas: quotasOf(flags),
      retention: retentionOf(flags),
      version,
      log: logWriter(flags, setup.log, terminal),
    };
    const hub = await openHub(telemetry?.observe(options) ?? options).catch((error: unknown) => {
      throw databaseFailure(error, database);
    });
    host.opened(hub);
    try {
      return await serveUntilStopped(hub, { ...setup, credentials, onServing: (each) => (serving.current = each) });
    } finally {
      await hub.close();
    }
  } finally {
    credentials[Symbol.dispose]();
    await telemetry?.[Symbol.asyncDispose]();
  }
}

/** The file of the data folder exists from the first start, so that a token that is added later is noticed. */
function createTokensFile({ env }: Terminal): void {
  const path = tokensFile(undefined, env);
  if (!existsSync(path)) writeSecret(path, '# acp hub token add writes this file: a name and the hash of a token');
}

interface Serving extends Setup {
  readonly credentials: HubCredentials;
  readonly onServing: (serving: HubServing) => void;
}

async function serveUntilStopped(hub: Hub, setup: Serving): Promise<number> {
  const { flags, face, terminal, onServing } = setup;
  const serving = await serveHub(
    { ...hub, app: observedApp(hub, setup) },
    { ...serveOptions(flags), ...faceOptions(setup) },
  ).catch((error: unknown) => {
    throw unavailableAddress(error, flags);
  });
  onServing(serving);
  try {
    const announced = await announce(serving, setup);
    await stopRequested();
    announced[Symbol.dispose]();
    await terminal.stderr.tryWrite(`${face?.name ?? 'acp hub'}: shutting down; press Ctrl+C again to end it at once\n`);
    const closing = new AbortController();
    const ended = hub.drain({ timeout: flags.drain * 1000 }).finally(() => closing.abort());
    await Promise.race([ended, stopRequested(closing.signal)]);
    return 0;
  } finally {
    await serving.close();
  }
}

/** What is served besides the hub itself. */
function faceOptions({ face, host }: Setup): Pick<ServeHubOptions, 'otherwise' | 'apps'> {
  if (face === undefined) return {};
  const [agent] = Object.values(host.agents);
  const apps = agent === undefined ? undefined : face.apps?.(agent);
  return { otherwise: face.otherwise, ...(apps === undefined ? {} : { apps }) };
}

/** The app of the hub, with the messages of its clients in the log and the trace. */
function observedApp({ app }: Hub, { log, trace }: Setup): Pick<Hub['app'], 'connect' | 'disconnect'> {
  let clients = 0;
  const watched = (channel: Channel): Channel => {
    clients += 1;
    const name = `client ${clients}`;
    log.info(`${name} connected`);
    const end = { ended: (): void => log.info(`${name} disconnected`) };
    return observeConnection(channel, { log, trace, here: 'Agent', observers: [end] }).channel;
  };
  return {
    connect: (channel, client) => app.connect(watched(channel), client),
    disconnect: (principal) => app.disconnect(principal),
  };
}

/** Prints the address, and how to connect. Disposing of the result makes local clients look for it no more. */
async function announce(serving: HubServing, setup: Serving): Promise<Disposable> {
  const { flags, terminal, host, roots, database, credentials } = setup;
  const { stdout, stderr, env } = terminal;
  const { url } = serving;
  const note = noteRunningHub({ url: localUrl(url), pid: process.pid }, env);
  if (setup.face !== undefined) {
    await setup.face.announce(url);
    return note;
  }
  if (flags.format === 'json') await stdout.writeJson(JSON.stringify({ url, token: credentials.token }));
  else await stdout.write(`${url}\n`);
  if (flags.logFormat === 'text') {
    const secret = credentials.isGiven ? ', with ACP_HUB_TOKEN as ACP_TOKEN' : '';
    await stderr.tryWrite(
      `acp hub: agents ${Object.keys(host.agents).join(', ')}; folders ${roots.join(', ')}; database ${shownDatabase(database)}\n` +
        `acp hub: connect with: acp chat --hub${secret}\n`,
    );
  }
  const others = othersWords(flags.host, url, flags.allowHost);
  if (others !== undefined && flags.logFormat === 'text') await stderr.tryWrite(`acp hub: ${others}\n`);
  if (!isLoopback(flags.host) && flags.tlsCert === undefined) {
    setup.log.warn('without --tls-cert, tokens and messages can be read on the way; put a proxy with TLS in front');
  }
  return note;
}

/** How clients of other machines reach a hub that listens on all addresses; undefined for other hubs. */
export function othersWords(host: string, url: string, names: readonly string[] = []): string | undefined {
  if (host !== '0.0.0.0' && host !== '::') return undefined;
  const { protocol, port, pathname } = new URL(url);
  const [name] = names;
  return name === undefined
    ? 'it listens on all addresses, but only clients of this machine may use it; name it for others by --allow-host'
    : `others reach it at ${protocol}//${name}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** The address for clients of this machine. */
function localUrl(url: string): string {
  const local = new URL(url);
  if (local.hostname === '0.0.0.0' || local.hostname === '[::]') local.hostname = '127.0.0.1';
  return local.href;
}
