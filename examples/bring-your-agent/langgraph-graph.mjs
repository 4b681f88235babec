/** A graph with a model that follows three rules, a tool that asks first, and a checkpointer in a file. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';

import { answerTo, pieces } from './rules.mjs';

class RuleModel extends BaseChatModel {
  _llmType() {
    return 'rules';
  }

  async _generate(messages) {
    const chunks = [];
    for await (const chunk of this._streamResponseChunks(messages)) chunks.push(chunk);
    const whole = chunks.reduce((before, chunk) => before.concat(chunk));
    return { generations: [{ text: whole.text, message: whole.message }] };
  }

  async *_streamResponseChunks(messages, _, manager) {
    const users = messages.filter(({ type }) => type === 'human');
    const last = messages.at(-1);
    const { text, call } = answerTo({
      lastUser: users.at(-1).text,
      userMessages: users.length,
      toolOutput: last.type === 'tool' ? last.text : undefined,
    });
    const parts =
      text === undefined
        ? [
            {
              content: '',
              tool_call_chunks: [
                { id: crypto.randomUUID(), index: 0, name: call.name, args: JSON.stringify(call.input) },
              ],
            },
          ]
        : pieces(text).map((content) => ({ content }));
    for (const part of parts) {
      const message = new AIMessageChunk(part);
      yield new ChatGenerationChunk({ message, text: part.content });
      await manager?.handleLLMNewToken(part.content, undefined, undefined, undefined, undefined, {
        chunk: new ChatGenerationChunk({ message, text: part.content }),
      });
    }
  }
}

// #region tool
const cutRoses = tool(
  ({ count }, { toolCall }) => {
    const isAllowed = interrupt({ title: `Cut ${count} roses?`, toolCallId: toolCall.id });
    return isAllowed ? `${count} roses cut` : 'The user did not allow it';
  },
  { name: 'cutRoses', description: 'Cuts roses.', schema: z.object({ count: z.number() }) },
);
// #endregion tool

/** The checkpointer in memory, written into a file after each step; servers use that for PostgreSQL or SQLite. */
class FileSaver extends MemorySaver {
  #file;

  constructor(file) {
    super();
    this.#file = file;
    if (!existsSync(file)) return;
    const { storage, writes } = JSON.parse(readFileSync(file, 'utf8'), (_, value) =>
      typeof value?.bytes === 'string' ? Buffer.from(value.bytes, 'base64') : value,
    );
    this.storage = storage;
    this.writes = writes;
  }

  async put(...given) {
    const config = await super.put(...given);
    this.#save();
    return config;
  }

  async putWrites(...given) {
    await super.putWrites(...given);
    this.#save();
  }

  #save() {
    const { storage, writes } = this;
    const text = JSON.stringify({ storage, writes }, function encoded(key, value) {
      const raw = this[key];
      return raw instanceof Uint8Array ? { bytes: Buffer.from(raw).toString('base64') } : value;
    });
    // Replaced at once, so that a program that is killed leaves the file before.
    writeFileSync(`${this.#file}.new`, text);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

const model = new RuleModel({});
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }, config) => ({ messages: [await model.invoke(messages, config)] }))
  .addNode('tools', new ToolNode([cutRoses]))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile({ checkpointer: new FileSaver(`${process.argv[2] ?? 'sessions.db'}.graph.json`) });
