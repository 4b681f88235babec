/** Standard input and output: what an agent writes there, how it reads, and how it ends. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { PeerSilent } from '../../../conversation/failure.ts';
import type { WireProcess } from '../../../wire/wire.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { failureOf } from './reactions.ts';

/** Milliseconds that an agent has to end by itself, and after SIGTERM. */
const grace = 2000;

/** Milliseconds that a slow client reads nothing. */
const stall = 300;

/** More than the buffers of a pipe hold, as responses. */
const requests = 3000;

/** The process of the agent; without one, the rules do not apply. */
function processOf(stage: AgentStage, conversation: Conversation, rules: readonly string[]): WireProcess | undefined {
  if (conversation.process === undefined)
    for (const rule of rules) stage.notOffered(rule, 'It is not reached over standard input and output.');
  return conversation.process;
}

/** Waits until a prompt that runs a command has begun to, or is over. */
async function begun(stage: AgentStage, conversation: Conversation): Promise<void> {
  const sessionId = await stage.session(conversation);
  const started = stage.start(conversation, sessionId, 'run-long-command');
  const over = started.end();
  over.catch(() => undefined);
  const isRunning = conversation.until(
    () => conversation.updates(sessionId).some(({ status }) => status === 'in_progress'),
    'no command was run',
  );
  await Promise.race([isRunning, over]);
}

/** Ends the process as a client does: it closes the input, then terminates it. */
async function ends(process: WireProcess, limit: number): Promise<boolean> {
  return (await process.endInput(grace)) || process.terminate(Math.max(grace, limit));
}

/** The scenarios about standard input and output. */
export const stdioScenarios: readonly AgentScenario[] = [
  {
    name: 'stdio/output',
    about: 'Has a command run, ends the agent, and looks at every line that it wrote.',
    versions: [1, 2],
    decides: ['STDIO-01', 'STDIO-02', 'GEN-01'],
    run: async (stage) => {
      const conversation = await stage.freshly();
      const process = processOf(stage, conversation, ['STDIO-01', 'STDIO-02', 'GEN-01']);
      if (process === undefined) return;
      // Lines that are no messages were noted by the check of all messages.
      for (const rule of ['STDIO-01', 'STDIO-02', 'GEN-01']) stage.seen(rule);
      const sessionId = await stage.session(conversation);
      await stage.prompt(conversation, sessionId, 'say');
      await stage.prompt(conversation, sessionId, 'run-command');
      await ends(process, stage.limit);
    },
  },
  {
    name: 'stdio/shutdown',
    about: 'Ends the agent while it runs a command, and looks for processes that it left behind.',
    versions: [1, 2],
    decides: ['STDIO-04'],
    run: async (stage) => {
      const conversation = await stage.freshly();
      const process = processOf(stage, conversation, ['STDIO-04']);
      if (process === undefined) return;
      try {
        await begun(stage, conversation);
      } catch (error) {
        // An agent that runs no command has to end, too.
        if (!(error instanceof PeerSilent)) throw error;
      }
      stage.check(
        'STDIO-04',
        await ends(process, stage.limit),
        'It went on after its input was closed and it was sent SIGTERM.',
      );
      const isLeft = await process.leftBehind(grace);
      stage.check('STDIO-04', !isLeft, 'A process that it had started went on after its end.');
    },
  },
  {
    name: 'stdio/dying-client',
    about: 'Closes the input and the output of the agent in the middle of a prompt.',
    versions: [1, 2],
    decides: ['STDIO-04'],
    run: async (stage) => {
      const conversation = await stage.freshly();
      const process = processOf(stage, conversation, ['STDIO-04']);
      if (process === undefined) return;
      stage.start(conversation, await stage.session(conversation), 'say');
      process.dropOutput();
      stage.check(
        'STDIO-04',
        await ends(process, stage.limit),
        'It went on after its client was gone and it was sent SIGTERM.',
      );
    },
  },
  {
    name: 'stdio/split-messages',
    about: 'Sends a message in two parts, cut in the middle of a character.',
    versions: [1, 2],
    decides: ['EXT-04'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const conversation = await stage.shared();
      if (processOf(stage, conversation, ['EXT-04']) === undefined) return;
      const first = { jsonrpc: '2.0', id: 'whole', method: '_conformance/unknown', params: {} };
      const second = { ...first, id: 'cut-\u{1F600}-é' };
      const whole = JSON.stringify(first);
      const cut = JSON.stringify(second);
      const bytes = Buffer.from(`${cut}\n`);
      const middle = bytes.indexOf(Buffer.from('\u{1F600}')) + 2;
      const failure = await failureOf(async () => {
        // The response to the first message shows that the first part of the second one was read with it.
        conversation.sendBytes(Buffer.concat([Buffer.from(`${whole}\n`), bytes.subarray(0, middle)]), whole);
        await conversation.reply('whole', 'a request was not answered');
        conversation.sendBytes(bytes.subarray(middle), cut);
        await conversation.fence();
        const isAnswered = conversation.replyTo(second.id) !== undefined;
        stage.check('EXT-04', isAnswered, 'A request that arrived in two parts got no response.');
      });
      if (failure !== undefined) stage.check('EXT-04', false, failure);
    },
  },
  {
    name: 'stdio/slow-client',
    about: `Sends ${requests} requests and reads nothing for a while, then expects every response.`,
    versions: [1, 2],
    decides: ['EXT-04'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const conversation = await stage.freshly();
      const process = processOf(stage, conversation, ['EXT-04']);
      if (process === undefined) return;
      const resume = process.pause();
      const ids = Array.from({ length: requests }, (_, number) =>
        conversation.begin('_conformance/unknown', { number }),
      );
      await conversation.untilEnded(stall);
      resume();
      // Responses come in any order.
      const lost = new Set<unknown>(ids);
      let read = 0;
      const failure = await failureOf(() =>
        conversation.until(() => {
          for (const { value } of conversation.received(read)) lost.delete((value as { id?: unknown } | null)?.id);
          read = conversation.log.length;
          return lost.size === 0;
        }, 'they were not all answered'),
      );
      const found = `${lost.size} of ${requests} requests got no response while the client did not read`;
      stage.check('EXT-04', failure === undefined, `${found}: ${failure ?? ''}`);
    },
  },
];
