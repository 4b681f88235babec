/** `acp inspect`: the wire between a client and an agent, live or from a file, on a page in the browser. */
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import type { App } from '@acp-stack/http/server';
import { TraceReader } from '@acp-stack/trace';

import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';
import { prepare, type AgentInvocation } from '../../connect/run-with-agent.ts';
import { stopRequested } from '../../connect/stop-requested.ts';
import { unavailableAddress } from '../../errors/unavailable-address.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { openLog } from '../../log/log.ts';
import { servePage } from '../../page/serve-page.ts';
import { showPage } from '../../page/show-page.ts';
import { schemaOf } from '../../protocol-schema/load-schema.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { typedWord } from '../../text/shell-words.ts';
import { traceRecords } from '../trace/read-trace.ts';
import { editorPath, writeEditorFile } from './editor-file.ts';
import { inspectEndpoint } from './inspect-endpoint.ts';
import { Inspector } from './inspector.ts';

export interface InspectFlags extends AgentFlags, FormatFlags {
  readonly port: number;
  /** False with `--no-open`. */
  readonly open: boolean;
  readonly listen?: boolean;
  /** The file of a running inspector; this process is then the agent of an editor. */
  readonly connect?: string;
}

export interface InspectCommand extends AgentInvocation {
  readonly flags: InspectFlags;
}

const name = 'acp inspect';

/** Runs until SIGTERM or SIGINT. */
export async function inspect(command: InspectCommand, terminal: Terminal): Promise<number> {
  const { flags } = command;
  if (flags.connect !== undefined) {
    const { connectEditor } = await import('./connect-editor.ts');
    return connectEditor(flags.connect);
  }
  const inspector = await inspectorOf(command, terminal);
  const served = await servePage({
    page: 'inspector',
    app: inspectEndpoint(inspector, command.version),
    port: flags.port,
    ...(flags.listen === true ? { apps: { [editorPath]: editorApp(inspector) } } : {}),
  }).catch((error: unknown) => {
    throw unavailableAddress(error, { host: '127.0.0.1', port: flags.port });
  });
  const { url, token } = served;
  const editor = flags.listen === true ? writeEditorFile({ url: editorUrl(url), token }, terminal.env) : undefined;
  try {
    const editorCommand = editor === undefined ? undefined : ['acp', 'inspect', '--connect', editor.path];
    if (editorCommand !== undefined) inspector.setEditorCommand(editorCommand);
    await showPage({ address: served.createAddress(), url, token, editorCommand }, flags, terminal, name);
    if (editorCommand !== undefined)
      await terminal.stderr.tryWrite(
        `${name}: put this command into your editor: ${editorCommand.map((word) => typedWord(word)).join(' ')}\n`,
      );
    else if (inspector.state.target.kind === 'agent') await start(inspector, terminal);
    await stopRequested();
    return 0;
  } finally {
    editor?.[Symbol.dispose]();
    await inspector.close();
    await served[Symbol.asyncDispose]();
  }
}

/** An agent that does not start is told here too; the page offers to start it again. */
async function start(inspector: Inspector, { stderr }: Terminal): Promise<void> {
  const run = await inspector.restart();
  const { error } = inspector.run(run).summary;
  if (error !== undefined) await stderr.tryWrite(`${name}: ${error}; the page shows what was sent\n`);
}

async function inspectorOf(command: InspectCommand, terminal: Terminal): Promise<Inspector> {
  const { flags, name: word, version } = command;
  const common = { schemas: schemaOf, version, now: terminal.now };
  if (word !== undefined && (isFile(word) || traceName.test(word))) {
    if (flags.listen === true) throw new UsageError('--listen needs an agent, not a file');
    const inspector = new Inspector({
      ...common,
      server: undefined,
      target: { kind: 'file', name: basename(word) },
      cwd: process.cwd(),
      log: openLog(flags, terminal),
    });
    const reader = new TraceReader();
    await inspector.openRecords(basename(word), traceRecords(word, terminal, reader), reader);
    return inspector;
  }
  const { server, cwd, log, trace } = await prepare(command, terminal);
  const kind = flags.listen === true ? 'editor' : 'agent';
  return new Inspector({ ...common, server, target: { kind, name: server.name }, cwd: resolve(cwd), log, file: trace });
}

/** The name of a trace, also if there is no such file: the user is told that instead of how to add an agent. */
const traceName = /\.jsonl?$/u;

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const editorApp = (inspector: Inspector): App => ({
  connect: (channel) => ({ closed: inspector.serveEditor(channel) }),
});

function editorUrl(url: string): string {
  const address = new URL(editorPath, url);
  address.protocol = 'ws:';
  return address.href;
}
