/**
 * The methods of the host: what clients of a hub may use of the machine that it runs on.
 *
 * `acp hub start` offers what its users need for their sessions. `acp web` also offers what only the user of this
 * machine may do: open the editor, install agents and log in.
 */
import type { FurtherMethod, FurtherMethods, HubMethodContext } from '@acp-stack/hub';

import type { Config } from '../config/config.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { AgentIcons } from './agent-icons.ts';
import { describeAgent, logIn, type LoginHost } from './agent-login.ts';
import { FileIndexes } from './file-indexes.ts';
import { listFolders } from './folders.ts';
import { explained } from './host-error.ts';
import { hostMethods, type HostMethod, type HostParams, type HostResults } from '@acp-stack/web';
import { installAgent } from './install-agent.ts';
import { askRegistries, listAgents } from './list-agents.ts';
import { LoginTerminals } from './login-terminals.ts';
import { openInEditor, type OpenFile } from './open-in-editor.ts';
import { readParams } from './read-params.ts';
import { findFiles, readFile, writeFile } from './session-files.ts';

/** The hub and the program that runs it. */
export interface HostOptions {
  /** The folders in which sessions may work. */
  readonly roots: readonly string[];
  /** The names of the agents of the hub, the default first. */
  readonly agents: readonly string[];
  readonly settings: Config;
  readonly terminal: Terminal;
  /** The running hub, and how its agents are started. */
  readonly logins: Omit<LoginHost, 'env'>;
}

/** What only the program of the user of this machine has. */
export interface LocalHostOptions extends HostOptions {
  /** Adds an agent to the hub that was installed now. */
  readonly onInstalled: (id: string) => Promise<void>;
  /** Opens a file for the user; in the editor of the settings when absent. */
  readonly openFile?: OpenFile;
}

type Run<Name extends HostMethod> = (
  params: HostParams[Name],
  context: HubMethodContext,
) => HostResults[Name] | Promise<HostResults[Name]>;

/** The methods for every user of a hub. */
export function sharedMethods({ roots, agents, settings, terminal, logins }: HostOptions): FurtherMethods {
  const indexes = new FileIndexes(terminal.now);
  const known = { names: agents, settings, terminal, icons: new AgentIcons({ mayFetch: false }), canInstall: false };
  return table([
    method('findFiles', 'controller', (params, context) => findFiles(params, context, indexes)),
    method('readFile', 'observer', readFile),
    method('writeFile', 'controller', writeFile),
    method('folders', 'account', (params, { signal }) => listFolders(params, roots, signal)),
    method('agents', 'account', () => listAgents(known)),
    method('describeAgent', 'account', (params, context) =>
      describeAgent(params, context, { ...logins, env: terminal.env, canLogIn: false }),
    ),
  ]);
}

/** The methods for the user of this machine, who is the only operator of the hub. */
export function localMethods(options: LocalHostOptions): FurtherMethods {
  const { settings, terminal, agents, onInstalled, openFile } = options;
  const { editor } = settings;
  const { env } = terminal;
  const known = { names: agents, settings, terminal, icons: new AgentIcons({ mayFetch: true }), canInstall: true };
  const terminals = new LoginTerminals();
  const logins = { ...options.logins, env, terminals };
  return {
    ...sharedMethods(options),
    ...table([
      method('agents', 'account', async ({ refresh }, { signal }) => {
        if (refresh === true) await askRegistries(settings, terminal, signal);
        return listAgents(known);
      }),
      method('describeAgent', 'account', (params, context) =>
        describeAgent(params, context, { ...logins, canLogIn: context.principal.isOperator }),
      ),
      method('login', 'operator', (params, context) => logIn(params, context, logins)),
      method('terminalInput', 'operator', async ({ terminalId, data }, context) => {
        await terminals.input(terminalId, data, context);
        return {};
      }),
      method('terminalResize', 'operator', async ({ terminalId, ...size }, context) => {
        await terminals.resize(terminalId, size, context);
        return {};
      }),
      method('terminalEnd', 'operator', async ({ terminalId }, context) => {
        await terminals.end(terminalId, context);
        return {};
      }),
      method('openInEditor', 'operator', (params, context) => openInEditor(params, context, { editor, env, openFile })),
      method('installAgent', 'operator', (params, { signal }) =>
        installAgent(params, signal, { settings, terminal, onInstalled }),
      ),
    ]),
  };
}

type NamedMethod = readonly [name: `_${string}`, method: FurtherMethod];

function method<Name extends HostMethod>(name: Name, requires: FurtherMethod['requires'], run: Run<Name>): NamedMethod {
  return [
    hostMethods[name],
    { requires, run: (params, context) => explained(async () => run(readParams(name, params), context)) },
  ];
}

const table = (methods: readonly NamedMethod[]): FurtherMethods => Object.fromEntries(methods);
