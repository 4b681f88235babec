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
    const options = { abortSignal: turn.signal };
    const calls = new Map();
    const decide = async ({ runId, toolCallId, toolName, args }) => {
      const subject = callOf(turn, { toolCallId, toolName, args }, calls);
      const chosen = await turn.requestPermission({ title: `Allow ${toolName}?`, subject });
      const answer = { ...options, runId, toolCallId };
      return chosen === undefined ? gardener.declineToolCall(answer) : gardener.approveToolCall(answer);
    };
    const finish = async (asked, first) => {
      let stream = first;
      for (let question; (question = await show(turn, stream, calls)) !== undefined;) {
        const open = { ...question, runId: stream.runId, asked };
        await notes.add({ type: 'mastra', messages: [], open });
        stream = await decide(open);
      }
      const said = [asked, { role: 'assistant', content: await stream.text }];
      await notes.add({ type: 'mastra', messages: said });
      return said;
    };
    // What waited for an answer when the program ended is asked again, before the new prompt.
    const { messages, open } = await stored(notes);
    if (open !== undefined) messages.push(...(await finish(open.asked, await decide(open))));
    const asked = { role: 'user', content: turn.text };
    await finish(asked, await gardener.stream([...messages, asked], options));
  })
  .serve(stdio());
await store.close();

/** Shows a stream until it ends or a tool needs approval; returns that question. */
async function show(turn, { fullStream }, calls) {
  let question;
  for await (const { type, payload } of fullStream) {
    if (type === 'text-delta') await turn.message.append(payload.text);
    if (type === 'reasoning-delta') await turn.thought.append(payload.text);
    if (type === 'tool-call' || type === 'tool-call-approval') callOf(turn, payload, calls);
    if (type === 'tool-call-approval') {
      const { toolCallId, toolName, args } = payload;
      question = { toolCallId, toolName, args };
    }
    if (type === 'tool-result') {
      const content = [{ type: 'content', content: { type: 'text', text: String(payload.result) } }];
      await calls.get(payload.toolCallId)?.complete({ content });
    }
    if (type === 'tool-error') await calls.get(payload.toolCallId)?.fail();
    if (type === 'error') throw payload.error;
  }
  return question;
}

/** The tool call of a question, reported once in a turn. */
function callOf(turn, { toolCallId, toolName: name, args: rawInput }, calls) {
  const call = calls.get(toolCallId) ?? turn.toolCall({ title: name, name, rawInput });
  calls.set(toolCallId, call);
  return call;
}

/** What was said, and the question that is open. */
async function stored(notes) {
  const messages = [];
  let open;
  for await (const note of notes.read()) {
    if (note.type !== 'mastra') continue;
    messages.push(...note.messages);
    ({ open } = note);
  }
  return { messages, open };
}
// #endregion agent
