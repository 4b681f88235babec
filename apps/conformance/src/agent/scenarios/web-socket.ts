/** WebSocket: how it opens, what its frames carry, and how it ends. Only for agents at an address. */
import { Conversation } from '../../conversation/conversation.ts';
import { PeerEnded, Unreachable } from '../../conversation/failure.ts';
import { fieldsOf, type LoggedMessage } from '../../conversation/message.ts';
import { isHttp, type Address } from '../../remote/address.ts';
import { httpConnect } from '../../remote/http-wire.ts';
import { closeSocket, openSocket, webSocketConnect } from '../../remote/web-socket-wire.ts';
import type { Connect } from '../../wire/wire.ts';
import type { AgentFacts } from '../agent-facts.ts';
import type { AgentScenario } from '../agent-scenario.ts';
import type { AgentStage } from '../agent-stage.ts';

const needsAddress = ({ address }: AgentFacts): string | undefined =>
  address === undefined ? 'It is not reached by an address.' : undefined;

const resumes = (agent: AgentFacts): string | undefined => (agent.has('resume') ? 'session/resume' : loads(agent));

const loads = (agent: AgentFacts): string | undefined => (agent.has('load') ? 'session/load' : undefined);

function addressOf({ agent: { address } }: AgentStage): Address {
  if (address === undefined) throw new Unreachable('It is not reached by an address.');
  return address;
}

/** A conversation over a WebSocket of its own; a server without WebSocket makes the rules untestable. */
async function converse(stage: AgentStage, connect = webSocketConnect): Promise<Conversation> {
  try {
    const conversation = await Conversation.open(connect(addressOf(stage)), { limit: stage.limit });
    stage.watch(conversation);
    return conversation;
  } catch (error) {
    throw new Unreachable(`No WebSocket could be opened: ${(error as Error).message}`);
  }
}

/** The scenarios about WebSockets. */
export const webSocketScenarios: readonly AgentScenario[] = [
  {
    name: 'web-socket/frames',
    about: 'Opens a WebSocket, and sends text and binary frames.',
    versions: [1, 2],
    decides: ['WS-01', 'WS-02'],
    needs: needsAddress,
    run: async (stage) => {
      const received: string[] = [];
      const log: LoggedMessage[] = [];
      let binary = 0;
      stage.witness({ log });
      const { socket, headers } = await openSocket(addressOf(stage), (opening) =>
        opening.on('message', (data: Buffer, isBinary) => {
          log.push({
            from: 'peer',
            at: 0,
            text: isBinary ? `binary frame of ${data.length} bytes` : data.toString('utf8'),
          });
          if (isBinary) binary += 1;
          else received.push(data.toString('utf8'));
        }),
      ).catch((error: unknown) => {
        throw new Unreachable(`No WebSocket could be opened: ${(error as Error).message}`);
      });
      const id = headers['acp-connection-id'];
      log.push({ from: 'peer', at: 0, text: `101, headers: ${Object.keys(headers).toSorted().join(', ')}` });
      stage.check(
        'WS-01',
        typeof id === 'string' && id !== '',
        'The response with status 101 has no Acp-Connection-Id.',
      );
      try {
        const requests = new SocketRequests(socket, stage.limit);
        await requests.answered(request(1, 'initialize', stage.dialect.initialize({})), 1);
        socket.send(Buffer.from(request(2, '_conformance/fence', {})), { binary: true });
        const isOpen = await requests.answered(request(3, '_conformance/fence', {}), 3);
        const isAnswered = received.some((text) => idIn(text) === 2);
        const isJson = received.every((text) => fieldsOf(parsed(text))['jsonrpc'] === '2.0');
        stage.check(
          'WS-02',
          isOpen && !isAnswered && binary === 0 && isJson,
          `After a binary frame the connection was ${isOpen ? 'open' : 'not usable'}; the frame was ` +
            `${isAnswered ? 'answered' : 'not answered'}; ${binary} binary frames arrived.`,
        );
      } finally {
        await closeSocket(socket);
      }
    },
  },
  {
    name: 'web-socket/first-message',
    about: 'Sends another message than initialize first, and looks at the code with which the socket is closed.',
    versions: [1, 2],
    decides: ['WS-03'],
    needs: needsAddress,
    run: async (stage) => {
      const conversation = await converse(stage);
      try {
        conversation.begin('session/new', { cwd: stage.folder, mcpServers: [] });
        await conversation.untilEnded();
        stage.check(
          'WS-03',
          conversation.ended?.includes('code 1002') === true,
          conversation.ended === undefined ? 'The WebSocket stays open.' : `${upper(conversation.ended)}.`,
        );
      } finally {
        await conversation.close();
      }
    },
  },
  {
    name: 'web-socket/sessions-survive',
    about: 'Closes a connection, and resumes its session on another one, over WebSocket and over HTTP if it is served.',
    versions: [1, 2],
    decides: ['WS-04'],
    needs: (agent) =>
      needsAddress(agent) ??
      (resumes(agent) === undefined ? 'It offers neither session/load nor session/resume.' : undefined),
    run: async (stage) => {
      await resumeElsewhere(stage, webSocketConnect);
      if (isHttp(addressOf(stage))) await resumeElsewhere(stage, httpConnect);
    },
  },
];

/** Opens a session on one connection, closes that, and resumes the session on the next. */
async function resumeElsewhere(stage: AgentStage, connect: (address: Address) => Connect): Promise<void> {
  const sessionId = await finishedSession(stage, connect);
  const second = await converse(stage, connect);
  try {
    await stage.initialize(second);
    const method = resumes(stage.agent) ?? '';
    const reply = await second.request(method, { sessionId, cwd: stage.folder, mcpServers: [] });
    stage.check(
      'WS-04',
      reply.error === undefined,
      `${method} on another connection was refused: ${reply.error?.message ?? ''}`,
    );
  } catch (error) {
    if (!(error instanceof PeerEnded)) throw error;
    stage.check('WS-04', false, error.message);
  } finally {
    await second.close();
  }
}

/** A session with a prompt, whose connection is closed. */
async function finishedSession(stage: AgentStage, connect: (address: Address) => Connect): Promise<string> {
  const conversation = await converse(stage, connect);
  try {
    await stage.initialize(conversation);
    const sessionId = await stage.session(conversation);
    await stage.prompt(conversation, sessionId, 'say');
    return sessionId;
  } finally {
    await conversation.close();
  }
}

const request = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

const upper = (sentence: string): string => `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const idIn = (text: string): unknown => fieldsOf(parsed(text))['id'];

/** Requests on a socket, each of which waits for its response. */
class SocketRequests {
  readonly #socket: Awaited<ReturnType<typeof openSocket>>['socket'];
  readonly #limit: number;

  constructor(socket: Awaited<ReturnType<typeof openSocket>>['socket'], limit: number) {
    this.#socket = socket;
    this.#limit = limit;
  }

  /** Whether a response with this id arrives before the socket closes or the limit is over. */
  async answered(text: string, id: number): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = (isAnswered: boolean): void => {
        clearTimeout(timer);
        this.#socket.off('message', look).off('close', gone);
        resolve(isAnswered);
      };
      const timer = setTimeout(() => stop(false), this.#limit);
      const look = (data: Buffer): void => {
        if (idIn(data.toString('utf8')) === id) stop(true);
      };
      const gone = (): void => stop(false);
      this.#socket.on('message', look).on('close', gone);
      this.#socket.send(text, () => undefined);
    });
  }
}
