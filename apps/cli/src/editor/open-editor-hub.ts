/**
 * The hub inside an editor: the agents of its user, the pages that show them, and an inspector of their messages.
 *
 * It listens on no port. A page in a webview opens channels to the endpoints by their paths.
 */
import { Readable, Writable } from 'node:stream';

import { openHub } from '@acp-stack/hub';
import type { Journal } from '@acp-stack/journal';
import type { Channel } from '@acp-stack/rpc';
import type { AgentComponent } from '@acp-stack/sdk';
import type { SchemasOf } from '@acp-stack/trace';

import { inspectEndpoint } from '../commands/inspect/inspect-endpoint.ts';
import { Inspector } from '../commands/inspect/inspector.ts';
import { hubHost } from '../commands/hub/hub-host.ts';
import type { AgentServer } from '../config/agent-server.ts';
import { bundledName } from '../connect/choose-agent.ts';
import type { OpenFile } from '../host/open-in-editor.ts';
import { Log } from '../log/log.ts';
import { Output } from '../terminal/output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { observeConnection } from '../trace/observe-connection.ts';
import { joinChannels } from '../wire/join-channels.ts';
import { offerEditor, type EditorMachine } from './editor-machine.ts';
import { editorSettings, type EditorAgents } from './editor-settings.ts';

/** What a hub in an editor is opened with. */
export interface EditorHubOptions extends EditorAgents {
  /** The folders in which sessions may work. */
  readonly roots: readonly string[];
  /** Where sessions are stored; it stays open. */
  readonly journal: Journal;
  /** For how many milliseconds sessions that are not used are kept. */
  readonly keepFor: number;
  /** The environment of agents. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command that starts the `acp` program, for the bundled agent. */
  readonly program: readonly string[];
  /** The version of the editor's extension. */
  readonly version: string;
  /** What agents may use. */
  readonly machine: EditorMachine;
  /** Opens a file for the user. */
  readonly openFile: OpenFile;
  /** Throws one sentence if this agent may not be started now. */
  readonly checkStart: (agent: AgentServer) => void;
  /** The schemas that the inspector checks messages with. */
  readonly schemas: SchemasOf;
  /** Takes the lines of the log. */
  readonly log: (line: string) => void;
}

/** A hub inside an editor. */
export interface EditorHub extends AsyncDisposable {
  /** The names of the agents, the default first. */
  readonly agents: readonly string[];
  /**
   * Connects a page to the endpoint at a path: `/acp` is the hub, `/nes` an agent of its own that suggests edits,
   * `/inspect` the inspector. Throws if there is nothing at the path.
   */
  connect(channel: Channel, path: string): void;
  /** Starts an agent for suggestions of edits, without a session: the default one, or that of this program. */
  startSuggestions(which: 'default' | 'own'): Channel;
}

/** Opens the hub; rejects with one sentence if the settings are not understood. */
export async function openEditorHub(options: EditorHubOptions): Promise<EditorHub> {
  const { roots, journal, machine, openFile, version } = options;
  const [cwd = '/'] = roots;
  const terminal = editorTerminal(options);
  const settings = await editorSettings(options, cwd, terminal);
  const log = new Log(terminal, 'warn', 'acp');
  const inspector = new Inspector({
    server: undefined,
    target: { kind: 'editor', name: 'the agents of this editor' },
    cwd,
    schemas: options.schemas,
    log,
    version,
    now: terminal.now,
  });
  const wrap = (agent: AgentComponent, server: AgentServer): AgentComponent =>
    watched(agent, { check: () => options.checkStart(server), inspector, log });
  const wanted = { names: [], command: undefined, proxies: [], yes: undefined, settings, log, wrap };
  const host = await hubHost({ ...wanted, roots, isLocal: true, openFile }, terminal);
  const offered = offerEditor(machine);
  const hub = await openHub({
    journal,
    agents: host.agents,
    methods: host.methods,
    roots,
    allowsMcpStdio: true,
    isAlone: true,
    retention: { sessionAge: options.keepFor },
    name: 'editor',
    version,
    offer: offered.offer,
    log: { write: options.log, level: 'warn' },
  });
  host.opened(hub);
  const startSuggestions: EditorHub['startSuggestions'] = (which) => {
    const [first] = Object.values(host.agents);
    const agent = which === 'default' ? first : host.agents[bundledName];
    if (agent === undefined) throw new Error('There is no agent.');
    return agent.start();
  };
  const endpoints: Readonly<Record<string, (channel: Channel) => void>> = {
    '/acp': (channel) => {
      hub.app.connect(channel);
    },
    '/nes': (channel) => {
      const behind = startSuggestions('default');
      void joinChannels(channel, behind).leftEnded.then(() => {
        behind.destroy();
      });
    },
    '/inspect': (channel) => {
      void inspectEndpoint(inspector, version).serve(channel);
    },
  };
  return {
    agents: Object.keys(host.agents),
    startSuggestions,
    connect: (channel, path) => {
      const connect = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
      if (connect === undefined) throw new Error(`There is nothing at ${path}.`);
      connect(channel);
    },
    [Symbol.asyncDispose]: async () => {
      await hub.close();
      await offered[Symbol.asyncDispose]();
      await inspector.close();
    },
  };
}

interface Watching {
  readonly check: () => void;
  readonly inspector: Inspector;
  readonly log: Log;
}

/** The agent, started only if it may be, with its messages in the inspector. */
function watched(agent: AgentComponent, watching: Watching): AgentComponent {
  const { check, inspector, log } = watching;
  const { name, role } = agent;
  return {
    name,
    role,
    start: (options = {}) => {
      check();
      const recorder = inspector.record(name);
      const { onOutput } = options;
      const connection = observeConnection(
        agent.start({
          ...options,
          onOutput: (line, from = 'stderr') => {
            connection.line(line, from);
            onOutput?.(line, from);
          },
        }),
        { log, trace: recorder, logsMessages: false, observers: [{ ended: () => recorder.ended() }] },
      );
      return connection.channel;
    },
  };
}

/** The streams of a program without a terminal: what it prints is logged. */
function editorTerminal({ env, program, log }: EditorHubOptions): Terminal {
  const lines = new Output(
    new Writable({
      decodeStrings: false,
      write: (text: string | Uint8Array, _encoding, done) => {
        log(String(text).trimEnd());
        done();
      },
    }),
  );
  return {
    stdin: nothingToRead(),
    stdout: lines,
    stderr: lines,
    env,
    now: () => performance.now(),
    program,
  };
}

const nothingToRead = (): AsyncIterable<Uint8Array> => Readable.from([]);
