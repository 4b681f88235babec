/** Streamable HTTP: what arrives on which event stream. Only for agents at an http: or https: address. */
import { PeerSilent, Unreachable } from '../../conversation/failure.ts';
import { fieldsOf } from '../../conversation/message.ts';
import type { AgentScenario } from '../agent-scenario.ts';
import type { AgentStage } from '../agent-stage.ts';
import { HttpVisitor, type EventLog, type OpenedEvents } from '../http-visitor.ts';
import { needsHttp } from './http.ts';

const isEventStream = ({ status, type }: OpenedEvents): boolean =>
  status === 200 && type.startsWith('text/event-stream');

/** The scenarios about event streams. */
export const httpStreamScenarios: readonly AgentScenario[] = [
  {
    name: 'http/streams',
    about: 'Opens a session over HTTP, sends a prompt, and looks at which message arrives on which stream.',
    versions: [1, 2],
    decides: ['HTTP-01', 'HTTP-03', 'HTTP-07', 'HTTP-08', 'HTTP-09', 'HTTP-10', 'HTTP-11', 'HTTP-12', 'HTTP-17'],
    needs: needsHttp,
    run: async (stage) => {
      const visitor = await HttpVisitor.open(stage);
      try {
        await visitor.initialized();
        const { connection, session } = await openSession(stage, visitor);
        await refuseStreams(stage, visitor, session);
        const own = await visitor.events(session);
        stage.check(
          'HTTP-08',
          isEventStream(connection) && isEventStream(own),
          `The streams of the connection and the session were answered with ${connection.status} and ${own.status}.`,
        );
        if (isEventStream(own))
          await promptOverStreams(stage, visitor, { connection: connection.events, own: own.events, session });
        else stage.notTested('HTTP-09', 'The stream of the session could not be opened.');
        const odd = [...connection.events.oddLines, ...own.events.oddLines];
        const isJson = [...connection.events.values, ...own.events.values].every((value) => value !== undefined);
        stage.check(
          'HTTP-17',
          odd.length === 0 && isJson,
          odd.length === 0 ? 'The data of an event is not JSON.' : `A line of the stream is ${JSON.stringify(odd[0])}.`,
        );
        await deleteConnection(stage, visitor, own.events);
      } finally {
        visitor.close();
      }
    },
  },
  {
    name: 'http/no-replay',
    about: 'Opens the streams of the connection and of a session again, and looks whether messages are sent again.',
    versions: [1, 2],
    decides: ['HTTP-18'],
    needs: needsHttp,
    run: async (stage) => {
      const visitor = await HttpVisitor.open(stage);
      try {
        await visitor.initialized();
        const first = await visitor.events();
        const before = visitor.message('_conformance/fence', {});
        await visitor.post(before.body);
        await first.events.reply(before.id);
        first.events.cut();
        const second = await reopened(visitor);
        const after = visitor.message('_conformance/fence', {});
        await visitor.post(after.body);
        await second.events.reply(after.id);
        const repeated = second.events.repliesTo(before.id).length;
        stage.check('HTTP-18', repeated === 0, 'A response that had arrived was sent again on the new stream.');
        if (repeated === 0) await reopenSession(stage, visitor, second.events);
      } finally {
        visitor.close();
      }
    },
  },
];

/** The same with the stream of a session, on which the response to a prompt had arrived. */
async function reopenSession(stage: AgentStage, visitor: HttpVisitor, connection: EventLog): Promise<void> {
  const opening = visitor.message('session/new', { cwd: stage.folder, mcpServers: [] });
  await visitor.post(opening.body);
  const { sessionId } = fieldsOf((await connection.reply(opening.id))['result']);
  if (typeof sessionId !== 'string') return;
  const here = { 'acp-session-id': sessionId };
  const prompt = visitor.message('session/prompt', { sessionId, prompt: stage.blocks('say') });
  const { events: first } = await visitor.events(sessionId);
  await visitor.post(prompt.body, here);
  await first.reply(prompt.id);
  first.cut();
  const { events: second } = await reopened(visitor, sessionId);
  const fence = visitor.message('_conformance/fence', { sessionId });
  await visitor.post(fence.body, here);
  await second.reply(fence.id);
  const repeated = second.repliesTo(prompt.id).length;
  stage.check('HTTP-18', repeated === 0, 'The response to a prompt was sent again on the new stream of its session.');
}

/** A server may notice the end of the first stream late. */
async function reopened(visitor: HttpVisitor, session?: string): Promise<OpenedEvents> {
  for (let tries = 0; tries < 100; tries += 1) {
    const opened = await visitor.events(session);
    if (opened.status !== 409) return opened;
  }
  throw new Unreachable('A stream could not be opened again: it was answered with status 409.');
}

/** Posts `session/new` before any stream is open: its response has to be kept until the stream is. */
async function openSession(
  stage: AgentStage,
  visitor: HttpVisitor,
): Promise<{ readonly connection: OpenedEvents; readonly session: string }> {
  const { id, body } = visitor.message('session/new', { cwd: stage.folder, mcpServers: [] });
  const posted = await visitor.post(body);
  stage.check(
    'HTTP-03',
    posted.status === 202 && posted.body === '',
    `session/new was answered with status ${posted.status} and a body of ${posted.body.length} characters.`,
  );
  const connection = await visitor.events();
  try {
    const { sessionId } = fieldsOf((await connection.events.reply(id))['result']);
    stage.check('HTTP-11', true, '');
    if (typeof sessionId === 'string') return { connection, session: sessionId };
  } catch (error) {
    if (error instanceof PeerSilent)
      stage.check(
        'HTTP-11',
        false,
        'The response to session/new did not arrive on the stream that was opened after it.',
      );
    throw error;
  }
  throw new Unreachable('session/new did not return a session.');
}

async function refuseStreams(stage: AgentStage, visitor: HttpVisitor, session: string): Promise<void> {
  const second = await visitor.events();
  stage.check(
    'HTTP-10',
    second.status === 409,
    `A second stream of the connection was answered with ${second.status}.`,
  );
  second.events.cut();
  const { body } = visitor.message('session/prompt', { sessionId: session, prompt: stage.blocks('say') });
  const without = await visitor.post(body);
  const wrong = await visitor.post(body, { 'acp-session-id': 'conformance-other' });
  stage.check(
    'HTTP-07',
    without.status === 400 && wrong.status === 400,
    `A prompt was answered with ${without.status} without Acp-Session-Id, and with ${wrong.status} with another one.`,
  );
}

interface Streams {
  readonly connection: EventLog;
  readonly own: EventLog;
  readonly session: string;
}

/** Sends a prompt; its updates and its response belong to the stream of the session. */
async function promptOverStreams(
  stage: AgentStage,
  visitor: HttpVisitor,
  { connection, own, session }: Streams,
): Promise<void> {
  const prompt = visitor.message('session/prompt', { sessionId: session, prompt: stage.blocks('say') });
  await visitor.post(prompt.body, { 'acp-session-id': session });
  const hasReply = await own.reply(prompt.id).then(
    () => true,
    () => false,
  );
  const fence = visitor.message('_conformance/fence', {});
  await visitor.post(fence.body);
  const isFenced = await connection.reply(fence.id).then(
    () => true,
    () => false,
  );
  const misplaced = connection.updatesOf(session).length + connection.repliesTo(prompt.id).length;
  stage.check(
    'HTTP-09',
    hasReply && isFenced && misplaced === 0,
    `The response to session/prompt ${hasReply ? 'arrived' : 'did not arrive'} on the stream of the session, a response ` +
      `without a session ${isFenced ? 'arrived' : 'did not arrive'} on that of the connection, and ${misplaced} messages ` +
      'of the session arrived on that of the connection.',
  );
}

async function deleteConnection(stage: AgentStage, visitor: HttpVisitor, own: EventLog): Promise<void> {
  const headers = { 'acp-connection-id': visitor.connection };
  const deleted = await visitor.ask({ method: 'DELETE', headers });
  const isEnded = await own.ended();
  const { body } = visitor.message('_conformance/fence', {});
  const after = await visitor.post(body);
  const isServed = ![404, 405, 501].includes(deleted.status);
  stage.check('HTTP-01', isServed, `DELETE was answered with ${deleted.status}; POST and GET are served.`);
  if (!isServed) return stage.notTested('HTTP-12', 'DELETE is not served.');
  return stage.check(
    'HTTP-12',
    deleted.status === 202 && isEnded && after.status === 404,
    `DELETE was answered with ${deleted.status}, the stream of the session ${isEnded ? 'ended' : 'went on'}, and a ` +
      `request after it was answered with ${after.status}.`,
  );
}
