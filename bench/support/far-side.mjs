/** The other side of a measured one: it answers just enough, and streams bytes that were made before. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const newline = 10;
/** How much a pipe hands over at once. */
const blockBytes = 64 * 1024;

const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const update = (params) => line({ method: 'session/update', params });

/** The bytes of `count` updates, each of them different. */
function blocksOf(make, count) {
  const blocks = [];
  let text = '';
  for (let index = 0; index < count; index += 1) {
    text += update(make(index));
    if (text.length < blockBytes) continue;
    blocks.push(encoder.encode(text));
    text = '';
  }
  if (text !== '') blocks.push(encoder.encode(text));
  return blocks;
}

/** An agent; a prompt is answered with `count` updates. */
export function playAgent({ readable, writable }, { version, initialized, prompted, make, count }) {
  const writer = writable.getWriter();
  const blocks = blocksOf(make, count);
  const idle = {
    sessionId: 'sess_1',
    update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
  };
  const answers = { initialize: initialized, 'session/new': { sessionId: 'sess_1' }, 'session/prompt': prompted };
  const write = (text) => writer.write(encoder.encode(text));
  const stream = async () => {
    for (const block of blocks) await writer.write(block);
  };
  const onPrompt = async (answer) => {
    if (version === 'v2') await write(answer);
    await stream();
    await write(version === 'v2' ? update(idle) : answer);
  };
  const onLines = (text) => {
    let answered = '';
    for (const each of text.split('\n')) {
      if (each === '') continue;
      const { id, method } = JSON.parse(each);
      const answer = line({ id, result: answers[method] });
      if (method === 'session/prompt') void onPrompt(answer);
      else answered += answer;
    }
    if (answered !== '') void write(answered);
  };
  void readLines(readable, onLines);
}

/** Whole lines, as many as come at once. */
async function readLines(readable, onLines) {
  let rest = '';
  for await (const bytes of readable) {
    const text = rest + decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end > 0) onLines(text.slice(0, end));
  }
}

const introductions = {
  v1: { initialize: { protocolVersion: 1, clientCapabilities: {} }, new: { cwd: '/', mcpServers: [] } },
  v2: {
    initialize: { protocolVersion: 2, info: { name: 'far', version: '1' }, capabilities: {} },
    new: { cwd: '/' },
  },
};

/** A client that only counts lines; the last one of a prompt gives the reason why it stopped. */
export async function playClient({ readable, writable }, version) {
  const writer = writable.getWriter();
  let lines = 0;
  let waiting;
  let ending = '"result"';
  const read = async () => {
    for await (const bytes of readable) {
      for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1;
      const tail = decoder.decode(bytes.subarray(bytes.lastIndexOf(newline, bytes.length - 2) + 1));
      if (tail.includes(ending)) waiting?.();
    }
  };
  void read();
  let id = 0;
  const ask = (method, params) => {
    const answered = new Promise((resolve) => (waiting = resolve));
    id += 1;
    void writer.write(encoder.encode(line({ id, method, params })));
    return answered;
  };
  await ask('initialize', introductions[version].initialize);
  await ask('session/new', introductions[version].new);
  ending = '"stopReason"';
  // What belongs to the prompt itself is not an update: an answer in version 1; in version 2 also that it runs, and
  // that it is over.
  const framing = version === 'v1' ? 1 : 3;
  return {
    prompt: async () => {
      await ask('session/prompt', { sessionId: 'sess_1', prompt: [{ type: 'text', text: 'go' }] });
      lines -= framing;
    },
    counted: () => lines,
  };
}
