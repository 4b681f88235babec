/** The first messages of a client, and what all its messages look like in an ordinary run. */
import { isAbsolute } from 'node:path';

import { fieldsOf, isFields, type Fields } from '../../conversation/message.ts';
import {
  callsOf,
  fieldNames,
  foreignFields,
  foreignMethods,
  inventedValues,
  malformedCalls,
  valuesOf,
} from '../client-messages.ts';
import { isMessage, reusedIds } from '../../conversation/message-form.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';

const shown = (value: unknown): string => JSON.stringify(value);

/** Whether an implementation says its name and version. */
const isNamed = (info: unknown): boolean =>
  typeof fieldsOf(info)['name'] === 'string' && typeof fieldsOf(info)['version'] === 'string';

/** The paths of markers that are true or false. */
function booleansIn(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'boolean') return [path];
  return Object.entries(fieldsOf(value)).flatMap(([key, each]) =>
    key === '_meta' ? [] : booleansIn(each, path === '' ? key : `${path}.${key}`),
  );
}

/** A trace context as the W3C defines it: a version, the ids of the trace and of the parent, and flags. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/u;

/** What a client adds to the protocol: traces have their own form, and custom methods are announced. */
function checkExtensions(stage: ClientStage, { conversation }: ClientPlay): void {
  const traces = valuesOf(conversation, '_meta').flatMap((meta) => {
    const { traceparent: trace } = fieldsOf(meta);
    return trace === undefined ? [] : [trace];
  });
  const wrong = traces.filter((trace) => typeof trace !== 'string' || !traceparent.test(trace));
  if (traces.length === 0) stage.notTested('EXT-03', 'It sends no trace context.');
  else stage.check('EXT-03', wrong.length === 0, `It sent the traceparent ${shown(wrong[0])}.`);
  const isAnnounced = announces(stage.client.capabilities);
  for (const [rule, messages] of [
    ['EXT-05', conversation.requests()],
    ['EXT-09', conversation.notifications()],
  ] as const) {
    const custom = messages.map(({ method }) => String(method)).filter((method) => method.startsWith('_'));
    if (custom.length === 0) stage.notTested(rule, 'It sends nothing of the kind.');
    else stage.check(rule, isAnnounced, `It sent ${custom[0] ?? ''}, which no metadata of its capabilities announce.`);
  }
}

/** Whether capabilities have metadata anywhere. */
const announces = (value: unknown): boolean =>
  Object.entries(fieldsOf(value)).some(
    ([key, each]) => (key === '_meta' && Object.keys(fieldsOf(each)).length > 0) || announces(each),
  );

/** The scenarios about the first messages. */
export const handshakeScenarios: readonly ClientScenario[] = [
  {
    name: 'handshake/initialize',
    about: 'Runs the client once, and looks at its first request.',
    versions: [1, 2],
    decides: ['INIT-01', 'INIT-03', 'INIT-04', 'INIT-12', 'INIT-14', 'INIT-21'],
    run: async (stage) => {
      const play = await stage.start();
      const { conversation } = play;
      await conversation.until(() => conversation.received()[0], 'The client sent nothing');
      const [first] = conversation.received();
      const { method, params } = fieldsOf(first?.value);
      const said = fieldsOf(params);
      stage.check('INIT-01', method === 'initialize', `Its first message is ${first?.text ?? ''}.`);
      stage.check(
        'INIT-12',
        Number.isInteger(said['protocolVersion']),
        `Its protocolVersion is ${shown(said['protocolVersion'])}.`,
      );
      const info = stage.dialect.infoIn(said);
      for (const rule of ['INIT-03', 'INIT-04'])
        stage.check(rule, isNamed(info), `It says ${shown(info)} about itself in initialize.`);
      const booleans = booleansIn(said['capabilities']);
      stage.check('INIT-21', booleans.length === 0, `Its capabilities have the booleans ${booleans.join(', ')}.`);
      await play.called('session/prompt');
      play.finish();
      await play.left();
      const again = conversation.requests('initialize').length - 1;
      stage.check('INIT-14', again === 0, `It sent initialize ${again} more times after other requests.`);
    },
  },
  {
    name: 'handshake/messages',
    about: 'Runs the client with one prompt that is answered, and looks at the form of all its messages.',
    versions: [1, 2],
    decides: [
      'GEN-01',
      'GEN-04',
      'GEN-06',
      'GEN-12c',
      'GEN-16',
      'SETUP-02',
      'INIT-08',
      'EXT-01',
      'EXT-02',
      'STDIO-01',
      'STDIO-02',
      'TURN-06',
      'LIFE-14',
      'CONT-02',
      'GEN-21',
      'EXT-03',
      'EXT-05',
      'EXT-09',
    ],
    run: async (stage) => {
      // A session takes a while, so that other requests of the client would be under way with it.
      const play: ClientPlay = await stage.start({
        answers: {
          'session/new': async () => {
            await play.conversation.fence();
            return { result: { sessionId: play.sessionId } };
          },
        },
      });
      const { conversation } = play;
      await conversation
        .until(() => conversation.received().some(({ text }) => text.includes('session/prompt')), 'it sent no prompt')
        .catch(() => undefined);
      play.update(stage.dialect.message('hello'));
      play.finish();
      await play.left();
      const all = conversation.received();
      const lines = all.filter(({ value }) => !isFields(value) && !Array.isArray(value)).map(({ text }) => text);
      for (const rule of ['STDIO-01', 'STDIO-02'])
        stage.check(
          rule,
          all.length > 0 && lines.length === 0,
          `It wrote lines to the agent that are no messages: ${shown(lines[0])}.`,
        );
      const arrays = all.filter(({ value }) => Array.isArray(value));
      stage.check('GEN-12c', arrays.length === 0, `It sent ${arrays.length} arrays.`);
      const bad = all.filter((each) => isFields(each.value) && !isMessage(each));
      stage.check('GEN-01', bad.length === 0, `It sent ${bad[0]?.text ?? ''}, which is not a JSON-RPC 2.0 object.`);
      const reused = reusedIds(conversation);
      stage.check('GEN-16', reused.length === 0, `It used the id ${shown(reused[0])} again before its response.`);
      const foreign = foreignMethods(conversation, stage.dialect);
      stage.check(
        'INIT-08',
        foreign.length === 0,
        `It called ${foreign.join(', ')}, which this version does not have.`,
      );
      const fields = foreignFields(conversation, stage.dialect);
      stage.check(
        'EXT-01',
        fields.length === 0,
        `It sent the fields ${fields.join(', ')}, which the protocol does not define.`,
      );
      const metas = valuesOf(conversation, '_meta').filter((meta) => meta !== null && !isFields(meta));
      stage.check('EXT-02', metas.length === 0, `It sent the _meta ${shown(metas[0])}.`);
      const { cwd } = play.params('session/new');
      for (const rule of ['GEN-04', 'SETUP-02'])
        stage.check(rule, typeof cwd === 'string' && isAbsolute(cwd), `The cwd of session/new is ${shown(cwd)}.`);
      const snake = [...fieldNames(conversation)].filter((name) => /^[a-z]+_[a-z_]+$/u.test(name));
      stage.check('GEN-06', snake.length === 0, `It sent the fields ${snake.join(', ')}.`);
      const prompt = play.params('session/prompt');
      stage.check('TURN-06', prompt['messageId'] === undefined, 'Its session/prompt names the id of the message.');
      const blocks = Array.isArray(prompt['prompt']) ? (prompt['prompt'] as Fields[]) : [];
      stage.check('LIFE-14', blocks.length > 0, 'Its session/prompt has no blocks.');
      const wrong = malformedCalls(conversation, stage.dialect).filter((each) => each.startsWith('session/prompt'));
      stage.check('CONT-02', callsOf(conversation).length > 0 && wrong.length === 0, `${wrong.join(', ')}.`);
      const invented = inventedValues(conversation, stage.dialect);
      if (stage.version === 2)
        stage.check('GEN-21', invented.length === 0, `It sent values that are not defined: ${invented.join(', ')}.`);
      checkExtensions(stage, play);
    },
  },
  {
    name: 'handshake/unknown-version',
    about: 'Answers initialize with a version that no client knows, and looks whether the client goes on.',
    versions: [1, 2],
    decides: ['INIT-07'],
    run: async (stage) => {
      // Its form is that of no version either.
      const play = await stage.start({ answers: { initialize: () => ({ result: { protocolVersion: 4711 } }) } });
      await play.called('initialize');
      const hasLeft = await play.left();
      const next = play.methods.filter((method) => method.startsWith('session/'));
      stage.check(
        'INIT-07',
        hasLeft && next.length === 0,
        next.length === 0 ? 'It did not close the connection.' : `It went on with ${next.join(', ')}.`,
      );
    },
  },
];
