/** An agent that knows what the user has open, and clients that tell it: a program, and one with an editor beside it. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { agent, client, memoryPair, type Client } from '@acp-stack/sdk';
import {
  editorHandlers,
  EditorStateFile,
  OpenedFiles,
  joinEditorStates,
  type EditorState,
} from '@acp-stack/workspace/client';

// #region agent
const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async ({ editor, message }) => {
  const active = await editor.active(); // undefined: nothing has the focus, or the client does not tell
  const open = await editor.open(); // [] where the client does not tell
  const recent = await editor.recent({ limit: 5 });
  await message.append(active === undefined ? 'Which file?' : `You look at ${active.uri} (${active.languageId}).`);
  await message.append(` Open: ${open.length}. Lately: ${recent.length}.`);
});
// #endregion agent

// #region client
/** Each handler offers one question to agents; leave out what you cannot answer. */
function tellingClient(state: EditorState): Client {
  const { openDocuments, recentDocuments, activeDocument } = editorHandlers(state);
  return client({ name: 'my-editor', version: '1.0.0' })
    .onOpenDocuments(openDocuments)
    .onRecentDocuments(recentDocuments)
    .onActiveDocument(activeDocument);
}
// #endregion client

/** What the agent says to a client. */
async function answerTo(app: Client): Promise<string> {
  const [agentSide, clientSide] = memoryPair();
  void gardener.serve(agentSide);
  await using connection = await app.connect(clientSide);
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt('What is this?')) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}

export async function main(): Promise<void> {
  assert.equal(await answerTo(client({ name: 'silent', version: '1.0.0' })), 'Which file? Open: 0. Lately: 0.');

  // #region given
  const files = new OpenedFiles(['rose.md', 'tulip.ts'], { cwd: '/garden' }); // the last one has the focus
  files.focus('rose.md');
  files.close('tulip.ts'); // it stays among the recent ones
  // #endregion given
  assert.equal(
    await answerTo(tellingClient(files)),
    'You look at file:///garden/rose.md (markdown). Open: 1. Lately: 2.',
  );

  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-example-')));
  const path = join(folder, 'editor.json');
  try {
    // #region file
    const problems: string[] = [];
    const editor = new EditorStateFile(path, { onProblem: (sentence) => problems.push(sentence) });
    const both = joinEditorStates(editor, files); // what the editor shows goes before what was given
    // #endregion file
    writeFileSync(`${path}.new`, JSON.stringify({ active: '/garden/oak.py', open: ['/garden/oak.py'] }), {
      mode: 0o600,
    });
    renameSync(`${path}.new`, path);
    assert.equal(
      await answerTo(tellingClient(both)),
      'You look at file:///garden/oak.py (python). Open: 2. Lately: 2.',
    );
    assert.deepEqual(problems, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
