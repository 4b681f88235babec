/**
 * The agent of the measurements in a browser: `fill 10000` sends that many entries at once, `tokens 100 50` sends 100
 * tokens of one message, 50 a second; `rest 2` works for two seconds and says nothing.
 */
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';
import { setTimeout as delay } from 'node:timers/promises';

import { updates } from './messages.mjs';

/** Tokens after which another message begins. */
const tokensOfMessage = 500;

const words = (index) => updates.chunk(index).update.content;

/** One entry of a long session: mostly messages, some thoughts and tool calls. */
function entry(index, id) {
  if (index % 10 === 3) return { sessionUpdate: 'agent_thought', messageId: id, content: [words(index)] };
  if (index % 10 === 7) {
    const content = [{ type: 'content', content: words(index) }];
    return {
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      title: `Read file ${index}`,
      kind: 'read',
      status: 'completed',
      content,
    };
  }
  const sessionUpdate = index % 10 === 0 ? 'user_message' : 'agent_message';
  return { sessionUpdate, messageId: id, content: [words(index)] };
}

async function fill(turn, count) {
  for (let index = 0; index < count; index += 1) await turn.update(entry(index, `fill-${index}`));
  await turn.message.append(`That was entry ${count}.`);
}

async function stream(turn, count, rate) {
  const started = performance.now();
  let message = turn.newMessage();
  for (let sent = 0; sent < count; sent += 1) {
    if (sent > 0 && sent % tokensOfMessage === 0) message = turn.newMessage();
    await message.append(sent % 40 === 39 ? `word ${sent}.\n\n` : `word ${sent} `);
    const due = started + ((sent + 1) * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 2) await delay(wait);
  }
  await turn.newMessage().append(`Those were ${count} tokens.`);
}

await agent({ name: 'figures', version: '1.0.0' })
  .onPrompt(async (turn) => {
    const [what, count, rate] = turn.text.split(' ');
    if (what === 'fill') await fill(turn, Number(count));
    else if (what === 'rest') await delay(Number(count) * 1000);
    else await stream(turn, Number(count), Number(rate));
  })
  .serve(stdio());
