/** What a client does at the address of its agent: its requests over HTTP, and its frames over WebSocket. */
import { PeerEnded, PeerSilent } from '../../conversation/failure.ts';
import { fieldsOf, isFields, isRequest, isResponse } from '../../conversation/message.ts';
import type { AgentScript } from '../agent-script.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';
import type { ClientFacts } from '../client-facts.ts';
import { checkRequests } from '../http-requests.ts';
import { headerOf, type SeenRequest } from '../place/seen-request.ts';

const needsHttp = ({ over }: ClientFacts): string | undefined =>
  over === 'http' ? undefined : 'It is not run over HTTP.';

const needsWebSocket = ({ over }: ClientFacts): string | undefined =>
  over === 'ws' ? undefined : 'It is not run over WebSocket.';

const needsAddress = ({ over }: ClientFacts): string | undefined =>
  over === 'stdio' ? 'It starts its agent as a process.' : undefined;

const seenBy = ({ run }: ClientPlay): readonly SeenRequest[] => run.seen ?? [];

/** Whether the client comes to its prompt. */
async function reachesPrompt(stage: ClientStage, script: AgentScript): Promise<boolean> {
  try {
    const play = await stage.prompted(script);
    play.finish();
    await play.left();
    return true;
  } catch (error) {
    if (error instanceof PeerEnded || error instanceof PeerSilent) return false;
    throw error;
  }
}

const isStream = (request: SeenRequest): boolean => request.method === 'GET';

/** Whether a stream of a session was asked for; without an id, that of the connection. */
const hasStream = (seen: readonly SeenRequest[], session?: string): boolean =>
  seen.some((request) => isStream(request) && headerOf(request, 'acp-session-id') === session);

/** Runs the client to its prompt; what it does not do on the way is one of these rules. */
async function toPrompt(stage: ClientStage): Promise<ClientPlay> {
  const play = await stage.start();
  try {
    await play.called('session/prompt');
  } catch (error) {
    const hasOpened = seenBy(play).some(({ value }) => isRequest(value, 'session/new'));
    if (hasOpened && !hasStream(seenBy(play)))
      stage.check('HTTP-08', false, 'It opened no event stream for the connection, with Acp-Connection-Id alone.');
    else if (hasOpened && error instanceof PeerEnded)
      stage.check('HTTP-03', false, 'It left when session/new was answered with status 202 and on the event stream.');
    throw error;
  }
  return play;
}

/** The scenarios for clients at addresses, in the order in which they run. */
export const clientTransportScenarios: readonly ClientScenario[] = [
  {
    name: 'address/requests',
    about: 'Runs the client over HTTP with one prompt and one request to it, and looks at all its requests.',
    versions: [1, 2],
    decides: ['HTTP-03', 'HTTP-08', 'HTTP-12', ...Object.keys(checkRequests)],
    needs: needsHttp,
    run: async (stage) => {
      const play = await toPrompt(stage);
      const { conversation, sessionId } = play;
      stage.check('HTTP-03', true, '');
      const hasBoth = await conversation
        .until(() => hasStream(seenBy(play), sessionId), 'It opened no stream')
        .catch((error: unknown) => {
          if (error instanceof PeerSilent || error instanceof PeerEnded) return false;
          throw error;
        });
      stage.check(
        'HTTP-08',
        hasBoth && hasStream(seenBy(play)),
        `It opened no event stream for the session ${sessionId}, with Acp-Connection-Id and Acp-Session-Id.`,
      );
      if (!hasBoth) return;
      // A request about the session, which every client can answer.
      const { index } = await conversation.request('_conformance/question', { sessionId });
      const answered = fieldsOf(conversation.log[index]?.value)['id'];
      play.finish();
      await play.left();
      await stage.hasEnded(play);
      const seen = seenBy(play);
      for (const [rule, check] of Object.entries(checkRequests)) {
        const found = check({ seen, version: stage.version, answered });
        stage.check(rule, found === undefined, found ?? '');
      }
      const end = seen.findIndex(({ method }) => method === 'DELETE');
      if (end === -1) stage.notTested('HTTP-12', 'It ends without DELETE, which it may.');
      else
        stage.check(
          'HTTP-12',
          seen.slice(end + 1).every(({ method }) => method === 'DELETE'),
          `It sent ${seen.at(-1)?.method ?? ''} for the connection that it had deleted.`,
        );
    },
  },
  {
    name: 'address/event-stream',
    about: 'Runs the client over HTTP with comments between the events, and with events that come in parts.',
    versions: [1, 2],
    decides: ['HTTP-17'],
    needs: needsHttp,
    run: async (stage) => {
      const plain = await stage.prompted();
      plain.finish();
      await plain.left();
      stage.check(
        'HTTP-17',
        await reachesPrompt(stage, { hasComments: true }),
        'It did not come to its prompt when there were comments between the events of a stream.',
      );
    },
  },
  {
    name: 'address/lost-connection',
    about: 'Answers the POST of session/prompt with status 404, and looks whether the client goes on.',
    versions: [1, 2],
    decides: ['HTTP-21'],
    needs: needsHttp,
    run: async (stage) => {
      const play = await stage.prompted({
        refuses: { method: 'session/prompt', status: 404 },
        answers: { 'session/prompt': () => new Promise<never>(() => undefined) },
      });
      const hasLeft = await play.left();
      if (hasLeft) await stage.hasEnded(play);
      const refused = seenBy(play).findIndex(({ value }) => isRequest(value, 'session/prompt'));
      const [connection] = seenBy(play).flatMap((request) => headerOf(request, 'acp-connection-id') ?? []);
      const rest = seenBy(play).slice(refused + 1);
      const end = rest.findIndex(({ method }) => method === 'DELETE');
      const later = (end === -1 ? rest : rest.slice(0, end)).filter(
        (request) => request.method === 'POST' && headerOf(request, 'acp-connection-id') === connection,
      );
      if (later.length === 0 && !hasLeft)
        stage.notTested('HTTP-21', 'It neither ends the connection nor sends anything more on it.');
      else
        stage.check(
          'HTTP-21',
          later.length === 0,
          `It sent ${later.length} more messages on the connection after one was answered with status 404.`,
        );
    },
  },
  {
    name: 'address/frames',
    about: 'Runs the client over WebSocket, and sends it a binary frame with a request.',
    versions: [1, 2],
    decides: ['WS-01', 'WS-02'],
    needs: needsWebSocket,
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation } = play;
      const [first] = conversation.received();
      stage.check(
        'WS-01',
        isRequest(first?.value, 'initialize'),
        `Its first message is ${first?.text ?? ''}, not initialize.`,
      );
      const id = 'in-binary-frame';
      const request = JSON.stringify({ jsonrpc: '2.0', id, method: '_conformance/unknown', params: {} });
      conversation.sendBytes(Buffer.from(request), `${request} (in a binary frame)`);
      const isThere = await stage.stays(play);
      if (isThere) play.finish();
      await play.left();
      const all = conversation.received();
      const binary = conversation.notes.find((note) => note.startsWith('a binary frame'));
      const odd = all.find(({ value }) => !isFields(value));
      const answer = all.find(({ value }) => isResponse(value) && value['id'] === id);
      const faults = [
        isThere ? '' : 'It left when a binary frame came.',
        binary === undefined ? '' : `It sent ${binary}.`,
        odd === undefined ? '' : `It sent a frame that is not one message: ${odd.text}.`,
        answer === undefined ? '' : 'It answered a request in a binary frame.',
      ].filter((fault) => fault !== '');
      stage.check('WS-02', faults.length === 0, faults.join(' '));
    },
  },
  {
    name: 'address/both-transports',
    about: 'Runs the client at an address with only WebSocket, and at one with only Streamable HTTP.',
    versions: [1, 2],
    decides: ['HTTP-20'],
    needs: needsAddress,
    run: async (stage) => {
      const plain = await stage.prompted();
      plain.finish();
      const other = stage.client.over === 'ws' ? 'http' : 'ws';
      const name = other === 'ws' ? 'WebSocket' : 'HTTP';
      stage.check(
        'HTTP-20',
        await reachesPrompt(stage, { over: other }),
        `It did not come to its prompt at an address with only ${name}.`,
      );
    },
  },
];
