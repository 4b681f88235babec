/** A client with everything that one needs: permissions, forms, pages, logins, the user's documents and the user's machine. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { agent, client, memoryPair, RpcError, type Channel, type Client, type ClientConnection } from '@acp-stack/sdk';
import {
  clientMachine,
  editorHandlers,
  elicitationHandlers,
  OpenedFiles,
  Login,
  openPermissionMemory,
  permissionHandler,
  type ClientMachine,
  type PermissionMemory,
} from '@acp-stack/workspace/client';
import { findEntry, TranscriptStore } from '@acp-stack/transcript';

// #region interface
/** What a user interface has to do; here in a few lines, in a program with a window or a terminal. */
interface Interface {
  /** Shows the question with its options, and answers with the id of the one that was chosen. */
  choose(
    title: string,
    options: readonly { readonly id: string; readonly label: string }[],
  ): Promise<string | undefined>;
  /** Shows fields with what is in them, and answers with what is in them then. */
  fillIn(message: string, fields: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>>;
  /** Opens an address in the browser. */
  browse(url: string): Promise<void>;
}
// #endregion interface

// #region client
/** A client for `ui`, on `machine`. */
function createClient(ui: Interface, machine: ClientMachine, memory: PermissionMemory): Client {
  const transcript = new TranscriptStore(); // of one session; a client with several has one for each
  const editor = editorHandlers(new OpenedFiles(['README.md'], { cwd: memory.project }));
  return client({ name: 'my-client', version: '1.0.0' })
    .onUpdate(transcript.apply)
    .onFiles(machine.files)
    .onTerminals(machine.terminals)
    .onOpenDocuments(editor.openDocuments)
    .onActiveDocument(editor.activeDocument)
    .onPermission(
      permissionHandler({
        policy: 'allow-reads', // everything else is asked, or was answered for ever
        memory,
        machine,
        toolCall: (_sessionId, toolCallId) => findEntry(transcript.snapshot(), 'tool_call', toolCallId),
        ask: ({ title, options }) =>
          ui.choose(
            title,
            options.map(({ optionId, name }) => ({ id: optionId, label: name })),
          ),
      }),
    )
    .onElicitation(
      elicitationHandlers({
        askForm: async ({ message, fields }, { values, problems }) => {
          const shown = fields.map(({ name }) => [name, String(values[name] ?? '')]);
          const words = [message, ...problems.map((problem) => problem.message)].join(' ');
          return ui.fillIn(words, Object.fromEntries(shown) as Record<string, string>);
        },
        askPage: async ({ message, url, host, warnings }) => {
          const words = [`${message} Open ${url} at ${host}?`, ...warnings.map((warning) => warning.message)].join(' ');
          const options = ['open', 'decline'].map((id) => ({ id, label: id }));
          return (await ui.choose(words, options)) === 'open' ? 'open' : 'decline';
        },
        openPage: (url) => ui.browse(url),
      }),
    );
}

/** Connects, and logs in when the agent wants that. */
async function connect(app: Client, start: () => Channel, ui: Interface): Promise<Login<ClientConnection>> {
  return new Login({
    connection: await app.connect(start()),
    command: { command: 'gardener', args: ['--acp'] },
    hooks: {
      choose: (methods) =>
        ui.choose(
          'Log in with',
          methods.filter(({ obstacle }) => obstacle === undefined).map(({ id, name }) => ({ id, label: name })),
        ),
      restart: () => app.connect(start()),
    },
  });
}
// #endregion client

/** An agent that wants a login, asks for a name and a visit, and edits a file. */
function startAgent(): Channel {
  let isLoggedIn = false;
  const [agentSide, clientSide] = memoryPair();
  void agent({ name: 'gardener', version: '1.0.0' })
    .onLogin([{ type: 'agent', methodId: 'browser', name: 'Browser' }], {
      login: () => {
        isLoggedIn = true;
      },
      logout: () => {
        isLoggedIn = false;
      },
    })
    .onSession(() => {
      if (!isLoggedIn) throw new RpcError(-32_000, 'Log in first.');
    })
    .onPrompt(async (turn) => {
      const path = `${turn.session.cwd}/roses.txt`;
      const read = turn.toolCall({ title: 'Read roses.txt', kind: 'read', locations: [{ path }] });
      const edit = turn.toolCall({ title: 'Edit roses.txt', kind: 'edit', locations: [{ path }] });
      const allowed = [];
      for (const [title, subject] of [['Read?', read] as const, ['Edit?', edit] as const])
        allowed.push((await turn.requestPermission({ title, subject }))?.kind);
      const properties = { name: { type: 'string' as const, title: 'Name', maxLength: 5 } };
      const filled = await turn.elicit({
        mode: 'form',
        message: 'Who are you?',
        requestedSchema: { type: 'object', properties, required: ['name'] },
      });
      const visit = { mode: 'url', message: 'Look.', elicitationId: 'e1', url: 'http://xn--pple-43d.com/' } as const;
      const visited = await turn.elicit(visit);
      await turn.message.append(JSON.stringify([allowed, filled, visited]));
    })
    .serve(agentSide);
  return clientSide;
}

export async function main(): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-example-')));
  const asked: string[] = [];
  const browsed: string[] = [];
  const names = ['far too long', 'Mira'];
  const ui: Interface = {
    choose: async (title, options) => {
      asked.push(title);
      return options.find(({ id }) => ['browser', 'open', 'allow_always'].includes(id))?.id;
    },
    fillIn: async (message) => {
      asked.push(message);
      return { name: names.shift() ?? '' };
    },
    browse: async (url) => void browsed.push(url),
  };
  try {
    await using machine = clientMachine();
    const memory = await openPermissionMemory({ project: folder, folder: join(folder, '.settings') });
    const login = await connect(createClient(ui, machine, memory), startAgent, ui);
    const session = await login.run((connection) => connection.newSession({ cwd: folder }));
    let answer = '';
    for await (const update of session.prompt('Look after the roses.')) {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        answer += update.content.text;
    }
    assert.deepEqual(JSON.parse(answer), [
      ['allow_once', 'allow_always'],
      { action: 'accept', content: { name: 'Mira' } },
      { action: 'accept' },
    ]);
    assert.equal(asked.length, 5);
    assert.deepEqual(asked.slice(0, 4), [
      'Log in with',
      'Edit?',
      'Who are you?',
      'Who are you? Name may have at most 5 characters.',
    ]);
    assert.match(asked[4] ?? '', /^Look\. Open http:\/\/xn--pple-43d\.com\/ at xn--pple-43d\.com\? .*not encrypted/u);
    assert.deepEqual(browsed, ['http://xn--pple-43d.com/']);
    assert.deepEqual(
      memory.list.map(({ title, decision }) => [title, decision]),
      [['Edit?', 'always']],
    );
    await login.connection.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
