/**
 * The script: what the model answers to a request.
 *
 * The last message of the user with `conformance:` names the behaviour. A tool is called once; its result ends the
 * turn.
 */
import { chooseTool } from './choose-tool.ts';
import { fillParameters } from './fill-parameters.ts';
import type { ModelEntry, ModelReply, ModelRequest } from './model-reply.ts';

const marker = /conformance:([a-z-]+)/gu;

const text = (words: string): ModelReply => ({ kind: 'text', text: words });

/** The answer to a request. */
export function writeReply(request: ModelRequest): ModelReply {
  const { entries, tools } = request;
  const place = entries.findLastIndex(({ role, text: words }) => role === 'user' && words.includes('conformance:'));
  const prompt = entries[place]?.text ?? '';
  const behaviour = [...prompt.matchAll(marker)].at(-1)?.[1] ?? 'say';
  if (entries.slice(place + 1).some(({ role }) => role === 'tool')) return text('Done.');
  const plain = replies[behaviour];
  if (plain !== undefined) return plain(entries);
  const tool = chooseTool(behaviour, tools);
  if (tool === undefined) return text(`No tool among ${tools.length} fits ${behaviour}.`);
  return { kind: 'call', name: tool.name, input: fillParameters(tool, behaviour, prompt) };
}

const replies: Readonly<Record<string, (entries: readonly ModelEntry[]) => ModelReply>> = {
  say: () => text('Hello from the scripted model.'),
  think: () => ({ kind: 'text', thought: 'A greeting is fitting here.', text: 'Hello from the scripted model.' }),
  wait: () => ({ kind: 'endless' }),
  fail: () => ({ kind: 'error', message: 'The scripted model fails, as it was asked to.' }),
  recite: (entries) => {
    const heard = entries
      .filter(({ role }) => role !== 'model')
      .flatMap((entry) => entry.text.match(/marker-\w+/gu) ?? []);
    return text([...new Set(heard)].join(' '));
  },
};
