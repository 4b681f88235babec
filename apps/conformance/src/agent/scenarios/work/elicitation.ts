/** Questions for data: only as the client offers them, complete, and without secrets. */
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';

const method = 'elicitation/create';
const flat = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'array']);
const secret = /pass(?:word|phrase)|secret|api[-_ ]?key|access[-_ ]?token|\bpin\b|\bcvv\b/iu;

/** Fills in a form: its defaults, and something for what is required. */
function filledIn({ requestedSchema }: Fields): Fields {
  const { properties, required } = fieldsOf(requestedSchema);
  const needed = Array.isArray(required) ? (required as unknown[]) : [];
  return Object.fromEntries(
    Object.entries(fieldsOf(properties))
      .filter(([name, field]) => needed.includes(name) || 'default' in fieldsOf(field))
      .map(([name, field]) => [name, valueOf(fieldsOf(field))]),
  );
}

function valueOf(field: Fields): unknown {
  if ('default' in field) return field['default'];
  const [first] = [field['enum'], field['oneOf']].flat().filter((each) => each !== undefined);
  if (first !== undefined) return isFields(first) ? first['const'] : first;
  const samples: Fields = { number: 1, integer: 1, boolean: true, array: [] };
  return samples[String(field['type'])] ?? 'blue';
}

const fieldsIn = ({ requestedSchema }: Fields): readonly (readonly [string, Fields])[] =>
  Object.entries(fieldsOf(fieldsOf(requestedSchema)['properties'])).map(([name, field]) => [name, fieldsOf(field)]);

function isAddress(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url);
}

/** The scenarios about elicitation. */
export const elicitationScenarios: readonly AgentScenario[] = [
  {
    name: 'elicitation/form',
    about: 'Has the agent ask with a form, and looks at what it asks.',
    versions: [1, 2],
    decides: ['ELIC-02', 'ELIC-03', 'ELIC-07'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      conversation.answer(method, (params) => ({ result: { action: 'accept', content: filledIn(params) } }));
      const sessionId = await stage.session(conversation);
      const { since, id } = await stage.prompt(conversation, sessionId, 'ask-user');
      const asked = conversation.requests(method, since).map(({ params }) => fieldsOf(params));
      if (asked.length === 0) throw new Unreachable('The agent asked for nothing with elicitation/create.');
      for (const params of asked) {
        const { mode, sessionId: session, requestId } = params;
        const hasScope =
          (session === sessionId) !== (requestId === id) || (session === sessionId && requestId === null);
        stage.check(
          'ELIC-02',
          typeof mode === 'string' && hasScope,
          `A question has the mode ${JSON.stringify(mode)} and the scope ${JSON.stringify({ session, requestId })}.`,
        );
      }
      const forms = asked.filter(({ mode }) => mode === 'form');
      for (const form of forms) {
        const { type } = fieldsOf(form['requestedSchema']);
        const nested = fieldsIn(form).find(([, field]) => field['type'] !== undefined && !flat.has(field['type']));
        const found = `A form of type ${JSON.stringify(type)} has the field ${JSON.stringify(nested)}.`;
        stage.check('ELIC-03', type === 'object' && nested === undefined, found);
        const unsafe = fieldsIn(form).find(([name, { title }]) => secret.test(JSON.stringify([name, title])));
        stage.check('ELIC-07', unsafe === undefined, `A form asks for the secret ${unsafe?.[0] ?? ''}.`);
      }
    },
  },
  {
    name: 'elicitation/page',
    about: 'Has the agent ask for visits of a web page, and looks at the addresses and ids.',
    versions: [1, 2],
    decides: ['ELIC-11', 'ELIC-12', 'ELIC-22'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      conversation.answer(method, () => ({ result: { action: 'accept' } }));
      const sessionId = await stage.session(conversation);
      const since = conversation.log.length;
      for (const _ of ['first', 'second']) await stage.prompt(conversation, sessionId, 'open-page');
      const pages = conversation
        .requests(method, since)
        .map(({ params }) => fieldsOf(params))
        .filter(({ mode }) => mode === 'url');
      if (pages.length === 0) throw new Unreachable('The agent asked for no visit of a web page.');
      const completed = conversation
        .notifications('elicitation/complete', since)
        .map(({ params }) => fieldsOf(params)['elicitationId']);
      const open = pages.map(({ elicitationId }) => elicitationId).filter((id) => !completed.includes(id));
      const hasIds = pages.every(({ elicitationId }) => typeof elicitationId === 'string' && elicitationId !== '');
      stage.check(
        'ELIC-11',
        hasIds && new Set(open).size === open.length,
        `Pages that are not completed have the ids ${JSON.stringify(open)}.`,
      );
      for (const { url } of pages) {
        const { username, password, protocol, hostname } = isAddress(url) ? new URL(url) : new URL('invalid:');
        const isClean = isAddress(url) && username === '' && password === '';
        stage.check('ELIC-12', isClean, `The address of a page is ${JSON.stringify(url)}.`);
        const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
        stage.check('ELIC-22', isSafe, `The address of a page is ${JSON.stringify(url)}, which is not HTTPS.`);
      }
    },
  },
  {
    name: 'elicitation/not-offered',
    about: 'Has the agent ask a client that cannot show questions.',
    versions: [1, 2],
    decides: ['ELIC-01', 'ELIC-14'],
    run: async (stage) => {
      const able = await stage.shared(stage.dialect.everything);
      able.answer(method, (params) => ({ result: { action: 'accept', content: filledIn(params) } }));
      const { since } = await stage.prompt(able, await stage.session(able), 'ask-user');
      const doesAsk = able.requests(method, since).length > 0;
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const start = conversation.log.length;
      const { stopReason, reply } = await stage.prompt(conversation, sessionId, 'ask-user');
      const asked = conversation.requests(method, start);
      const found = `The agent sent ${asked.length} questions to a client that offers none.`;
      if (!doesAsk && asked.length === 0) throw new Unreachable('The agent asked for nothing with elicitation/create.');
      stage.check('ELIC-01', asked.length === 0, found);
      const isOver = reply.error === undefined && stopReason !== 'error';
      stage.check(
        'ELIC-14',
        isOver && asked.length === 0,
        asked.length > 0 ? found : 'The work failed without an answer.',
      );
    },
  },
];
