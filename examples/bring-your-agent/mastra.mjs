/** An agent of Mastra as an ACP agent. */
// #region agent
import { journalStore } from '@acp-stack/journal/session-store';
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

import { gardener } from './mastra-agent.mjs'; // your agent, registered in a Mastra with a storage

// One store for everything, so that the notes have the same owner as the sessions.
const { view: _, ...store } = journalStore(process.argv[2] ?? 'sessions.db');
await agent({ name: 'gardener', version: '1.0.0' }, { store })
  .onPrompt(async (turn) => {
    const notes = store.notes(turn.session.id);
    const messages = [...(await storedMessages(notes)), { role: 'user', content: turn.text }];
    const calls = new Map();
    const options = { abortSignal: turn.signal };
    let stream = await gardener.stream(messages, options);
    for (let question; (question = await show(turn, stream, calls)) !== undefined;) {
      const { toolCallId, toolName } = question;
      const subject = calls.get(toolCallId);
      const chosen = await turn.requestPermission({ title: `Allow ${toolName}?`, subject });
      const answer = { ...options, runId: stream.runId, toolCallId };
      stream = await (chosen === undefined ? gardener.declineToolCall(answer) : gardener.approveToolCall(answer));
    }
    await notes.add({ type: 'mastra', messages: [messages.at(-1), { role: 'assistant', content: await stream.text }] });
  })
  .serve(stdio());
await store.close();

/** Shows a stream until it ends or a tool needs approval; returns that question. */
async function show(turn, { fullStream }, calls) {
  let question;
  for await (const { type, payload } of fullStream) {
    if (type === 'text-delta') await turn.message.append(payload.text);
    if (type === 'reasoning-delta') await turn.thought.append(payload.text);
    if (type === 'tool-call' || type === 'tool-call-approval') {
      const { toolCallId, toolName: name, args: rawInput } = payload;
      if (!calls.has(toolCallId)) calls.set(toolCallId, turn.toolCall({ title: name, name, rawInput }));
    }
    if (type === 'tool-call-approval') question = payload;
    if (type === 'tool-result') {
      const content = [{ type: 'content', content: { type: 'text', text: String(payload.result) } }];
      await calls.get(payload.toolCallId)?.complete({ content });
    }
    if (type === 'tool-error') await calls.get(payload.toolCallId)?.fail();
    if (type === 'error') throw payload.error;
  }
  return question;
}

async function storedMessages(notes) {
  const messages = [];
  for await (const note of notes.read()) if (note.type === 'mastra') messages.push(...note.messages);
  return messages;
}
// #endregion agent
