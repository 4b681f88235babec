/** An agent of the OpenAI Agents SDK as an ACP agent. */
// #region agent
import { journalStore } from '@acp-stack/journal/session-store';
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';
import { run, RunState } from '@openai/agents-core';

import { gardener } from './openai-agents-agent.mjs'; // your agent, with its tools

// One store for everything, so that the notes have the same owner as the sessions.
const { view: _, ...store } = journalStore(process.argv[2] ?? 'sessions.db');
await agent({ name: 'gardener', version: '1.0.0' }, { store })
  .onPrompt(async (turn) => {
    const notes = store.notes(turn.session.id);
    const { history = [], interrupted } = await lastNote(notes);
    const calls = new Map();
    const answer = async (input) => {
      let { state, history: said } = await runOnce(turn, input, calls);
      for (let open; (open = state.getInterruptions()).length > 0;) {
        await notes.add({ type: 'openai-agents', history: said, interrupted: state.toString() });
        for (const item of open) await decide(turn, state, item, calls);
        ({ state, history: said } = await runOnce(turn, state, calls));
      }
      await notes.add({ type: 'openai-agents', history: said });
      return said;
    };
    // What waited for an answer when the program ended is asked again, before the new prompt.
    const said = interrupted === undefined ? history : await answer(await RunState.fromString(gardener, interrupted));
    await answer([...said, { role: 'user', content: turn.text }]);
  })
  .serve(stdio());
await store.close();

/** Runs the agent until it ends or is interrupted. */
async function runOnce(turn, input, calls) {
  const result = await run(gardener, input, { stream: true, signal: turn.signal });
  for await (const { type, data, name, item } of result) {
    if (type === 'raw_model_stream_event' && data.type === 'output_text_delta') await turn.message.append(data.delta);
    if (name === 'tool_called' || name === 'tool_approval_requested') callOf(turn, item.rawItem, calls);
    if (name === 'tool_output') {
      const content = [{ type: 'content', content: { type: 'text', text: String(item.output) } }];
      await callOf(turn, item.rawItem, calls).complete({ content });
    }
  }
  await result.completed;
  return result;
}

/** Asks the client about a call, and tells the run. */
async function decide(turn, state, item, calls) {
  const subject = callOf(turn, item.rawItem, calls);
  const chosen = await turn.requestPermission({ title: `Allow ${item.name}?`, subject });
  if (chosen === undefined) state.reject(item);
  else state.approve(item, { alwaysApprove: chosen.kind === 'allow_always' });
}

/** The tool call of an item, reported once in a turn. */
function callOf(turn, { callId, name, arguments: input }, calls) {
  const call = calls.get(callId) ?? turn.toolCall({ title: name, name, rawInput: JSON.parse(input ?? '{}') });
  calls.set(callId, call);
  return call;
}

async function lastNote(notes) {
  let last = {};
  for await (const note of notes.read()) if (note.type === 'openai-agents') last = note;
  return last;
}
// #endregion agent
