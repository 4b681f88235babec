/** What a client does while its user cancels the work: it takes what still comes, and dismisses what it was asked. */
import { fieldsOf, isNotification, type Fields } from '../../conversation/message.ts';
import type { ClientFacts } from '../client-facts.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import { describedReply } from '../replies.ts';

const cannotCancel = 'The suite cannot ask it to cancel its work.';
const cancelledCode = -32_800;

/** Waits until the client has cancelled the work that its user wants to end. */
async function cancelled({ conversation, run }: ClientPlay): Promise<void> {
  run.interrupt?.();
  await conversation.until(
    () => conversation.received().some(({ value }) => isNotification(value, 'session/cancel')),
    'It did not send session/cancel',
  );
}

const needsForms = (client: ClientFacts): string | undefined => {
  if (!client.offers('elicitation.form')) return 'It does not offer forms.';
  return client.canInterrupt ? undefined : cannotCancel;
};

/** A form that only a user can fill in. */
const form: Fields = {
  mode: 'form',
  message: 'What do you wish for?',
  requestedSchema: { type: 'object', properties: { wish: { type: 'string', title: 'Wish' } }, required: ['wish'] },
};

/** The scenarios about work that is cancelled. */
export const cancellationScenarios: readonly ClientScenario[] = [
  {
    name: 'cancellation/late-updates',
    about: 'Has the user of the client cancel the work, and sends updates before the work ends.',
    versions: [1, 2],
    decides: ['CANCEL-08'],
    needs: ({ canInterrupt }) => (canInterrupt ? undefined : cannotCancel),
    run: async (stage) => {
      const play = await stage.prompted();
      await cancelled(play);
      for (const words of ['I was about', ' to say more.']) play.update(stage.dialect.message(words));
      const hasStayed = await stage.stays(play);
      stage.check('CANCEL-08', hasStayed, 'It left after session/cancel, before the agent had ended the work.');
      play.finish('cancelled');
    },
  },
  {
    name: 'cancellation/open-form',
    about: 'Asks for a form that the client cannot fill in by itself, and has its user cancel the work.',
    versions: [1, 2],
    decides: ['ELIC-06'],
    needs: needsForms,
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation } = play;
      const id = play.begin('elicitation/create', form);
      // A client that decides by itself does it now.
      await stage.stays(play);
      if (conversation.replyTo(id) !== undefined) {
        stage.notTested('ELIC-06', 'It answers the form before its user can dismiss it.');
        play.finish();
        return;
      }
      await cancelled(play);
      conversation.notify('$/cancel_request', { requestId: id });
      const reply = await conversation.reply(id);
      const isDismissed = fieldsOf(reply.result)['action'] === 'cancel' || reply.error?.code === cancelledCode;
      stage.check('ELIC-06', isDismissed, `A form that was dismissed: ${describedReply(reply)}`);
      play.finish('cancelled');
    },
  },
];
