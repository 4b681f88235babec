/** A graph of LangGraph as an ACP agent. */
// #region agent
import { journalStore } from '@acp-stack/journal/session-store';
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';
import { Command } from '@langchain/langgraph';

import { graph } from './langgraph-graph.mjs'; // your compiled graph, with a checkpointer

const store = journalStore(process.argv[2] ?? 'sessions.db');
await agent({ name: 'gardener', version: '1.0.0' }, { store })
  .onPrompt(async (turn) => {
    // The thread of the graph is the session, so that the checkpointer has its messages.
    const config = { configurable: { thread_id: turn.session.id }, signal: turn.signal };
    const answer = async (questions) => {
      for (let open = questions; open.length > 0;) {
        const answers = await decide(turn, open);
        open = await run(turn, new Command({ resume: answers }), config);
      }
    };
    // What waited for an answer when the program ended is asked again, before the new prompt.
    const { tasks } = await graph.getState(config);
    await answer(tasks.flatMap(({ interrupts }) => interrupts));
    await answer(await run(turn, { messages: [{ role: 'user', content: turn.text }] }, config));
  })
  .serve(stdio());
await store.close();

/** Runs the graph until it ends or is interrupted; returns its questions. */
async function run(turn, input, config) {
  const questions = [];
  for await (const [mode, data] of await graph.stream(input, { ...config, streamMode: ['messages', 'updates'] })) {
    if (mode === 'messages') {
      const [{ type, text }] = data;
      if (type === 'ai' && text !== '') await turn.message.append(text);
      continue;
    }
    questions.push(...(data.__interrupt__ ?? []));
    for (const message of Object.values(data).flatMap((update) => update?.messages ?? [])) {
      for (const { id, name, args } of message.tool_calls ?? [])
        callOf(turn, id, { title: name, name, rawInput: args, status: 'in_progress' });
      if (message.type === 'tool') {
        const content = [{ type: 'content', content: { type: 'text', text: message.text } }];
        await callOf(turn, message.tool_call_id, { title: message.name }).complete({ content });
      }
    }
  }
  return questions;
}

/** Asks the client about each interrupt; a tool gets what it returns from `interrupt()`. */
async function decide(turn, interrupts) {
  const answers = {};
  for (const { id, value } of interrupts) {
    const subject = callOf(turn, value.toolCallId, { title: value.title });
    answers[id] = (await turn.requestPermission({ title: value.title, subject })) !== undefined;
  }
  return answers;
}

/** The tool call with this id, reported once in a turn. */
function callOf(turn, id, init) {
  const calls = turn.session.memory.get(turn) ?? new Map();
  turn.session.memory.set(turn, calls);
  const call = calls.get(id) ?? turn.toolCall(init);
  calls.set(id, call);
  return call;
}
// #endregion agent
