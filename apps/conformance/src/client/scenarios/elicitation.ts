/** How a client asks its user for data: forms and pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { fieldsOf, type Fields, type Reply } from '../../conversation/message.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import { describedReply } from '../replies.ts';

const method = 'elicitation/create';
const invalidParams = -32_602;

const actionOf = ({ result }: Reply): unknown => fieldsOf(result)['action'];
const contentOf = ({ result }: Reply): Fields => fieldsOf(fieldsOf(result)['content']);

const colour = { type: 'string', title: 'Colour', default: 'blue', minLength: 3 };
const count = { type: 'integer', title: 'Count', default: 3, minimum: 1, maximum: 5 };

/** Asks for a form with these fields, all of them required. */
const form = (play: ClientPlay, properties: Fields): Promise<Reply> =>
  play.ask(method, {
    mode: 'form',
    message: 'Which ones?',
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  });

/** Whether the content of a form fits its two fields. */
function fits({ colour: word, count: number }: Fields): boolean {
  const isWord = typeof word === 'string' && word.length >= 3;
  return isWord && Number.isInteger(number) && Number(number) >= 1 && Number(number) <= 5;
}

/** A page that counts its visits. */
async function openPage(): Promise<{ readonly url: string; visits: () => number; close: () => void }> {
  let visits = 0;
  const server = createServer((_, response) => {
    visits += 1;
    response.end('conformance');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/consent`,
    visits: () => visits,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The scenarios about elicitation. */
export const elicitationScenarios: readonly ClientScenario[] = [
  {
    name: 'elicitation/forms',
    about: 'Asks for forms, also with fields that the client does not know, and in a mode that it does not know.',
    versions: [1, 2],
    decides: ['ELIC-01', 'ELIC-03', 'ELIC-04', 'ELIC-05', 'ELIC-13', 'ELIC-21'],
    needs: (client) => (client.offers('elicitation.form') ? undefined : 'It does not offer forms.'),
    run: async (stage) => {
      const play = await stage.prompted();
      const filled = await form(play, { colour, count });
      const action = actionOf(filled);
      const isAction = action === 'accept' || action === 'decline' || action === 'cancel';
      stage.check('ELIC-21', filled.error === undefined, `A form, which it offers: ${describedReply(filled)}`);
      stage.check('ELIC-05', filled.error !== undefined || isAction, describedReply(filled));
      if (action === 'accept') stage.check('ELIC-04', fits(contentOf(filled)), describedReply(filled));
      else stage.notTested('ELIC-04', 'It does not fill in the form by itself.');
      const nested = await form(play, { place: { type: 'object', title: 'Place', properties: {}, default: {} } });
      stage.check(
        'ELIC-03',
        !('place' in contentOf(nested)),
        `A field with fields of its own: ${describedReply(nested)}`,
      );
      const unknown = await form(play, { shade: { type: '_shade', title: 'Shade', default: '#fff' } });
      stage.check(
        'ELIC-13',
        !('shade' in contentOf(unknown)),
        `A field of an unknown type: ${describedReply(unknown)}`,
      );
      const mode = await play.ask(method, { mode: '_dream', message: 'What do you dream of?' });
      stage.check(
        'ELIC-01',
        mode.error?.code === invalidParams,
        `A mode that it does not offer: ${describedReply(mode)}`,
      );
      play.finish();
    },
  },
  {
    name: 'elicitation/pages',
    about: 'Asks to open a page, and looks whether it is visited before the answer.',
    versions: [1, 2],
    decides: ['ELIC-08', 'ELIC-10', 'ELIC-20'],
    needs: (client) => (client.offers('elicitation.url') ? undefined : 'It does not offer pages.'),
    run: async (stage) => {
      const play = await stage.prompted();
      const page = await openPage();
      try {
        const params = { mode: 'url', message: 'Please agree.', elicitationId: 'page-1', url: page.url };
        const reply = await play.ask(method, params);
        const visits = page.visits();
        if (visits > 0 && actionOf(reply) === 'accept')
          stage.notTested('ELIC-08', 'It visited the page before its answer, which says that its user agreed.');
        else stage.check('ELIC-08', visits === 0, `It visited the page ${visits} times without consent.`);
        const { content } = fieldsOf(reply.result);
        stage.check('ELIC-20', content === undefined || content === null, describedReply(reply));
        play.conversation.notify('elicitation/complete', { elicitationId: 'page-of-another-client' });
        const isThere = await stage.stays(play);
        stage.check('ELIC-10', isThere, 'It left when a page was done that it does not know.');
        play.finish();
      } finally {
        page.close();
      }
    },
  },
];
