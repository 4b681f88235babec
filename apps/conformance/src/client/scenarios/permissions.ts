/** How a client answers requests for permission, also bad ones, and ones that are cancelled. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Conversation } from '../../conversation/conversation.ts';
import { PeerEnded, PeerSilent } from '../../conversation/failure.ts';
import { fieldsOf, isNotification, isResponse, type Fields, type Reply } from '../../conversation/message.ts';
import { isWellFormed } from '../../conversation/message-form.ts';
import type { ClientScenario } from '../client-scenario.ts';
import { describedReply } from '../replies.ts';

const method = 'session/request_permission';
const cancelledCode = -32_800;

const outcomeOf = ({ result }: Reply): Fields => fieldsOf(fieldsOf(result)['outcome']);

/** Whether a reply selects an option that was offered, or says that nothing was chosen. */
const isDecision = (reply: Reply): boolean => {
  const { outcome, optionId } = outcomeOf(reply);
  return outcome === 'cancelled' || (outcome === 'selected' && (optionId === 'yes' || optionId === 'no'));
};

/** The place of the `session/cancel` of the client in the log; -1 if there is none. */
const cancelIn = ({ log }: Conversation): number =>
  log.findIndex(({ from, value }) => from === 'peer' && isNotification(value, 'session/cancel'));

/** A deletion, which no client should allow without asking its user. */
const deletion = { toolCallId: 'tool-9', title: 'Delete all notes', kind: 'delete', status: 'pending' };
const aboutDeletion = { toolCall: deletion, subject: { type: 'tool_call', toolCall: deletion } };

/** The file that a command would write, which nothing but the agent may run. */
const written = 'written-by-the-command.txt';

/** The scenarios about permissions. */
export const permissionScenarios: readonly ClientScenario[] = [
  {
    name: 'permissions/answers',
    about: 'Asks for permission, also with fields that the client does not know or cannot read.',
    versions: [1, 2],
    decides: ['PERM-02', 'GEN-02', 'GEN-17', 'GEN-18'],
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation, dialect } = play;
      const plain = await play.ask(method, dialect.permission());
      stage.check('PERM-02', isDecision(plain), describedReply(plain));
      const more = await play.ask(method, dialect.permission({ fieldOfALaterVersion: { colour: 'blue' } }));
      stage.check('GEN-17', more.error === undefined, `With an unknown field: ${describedReply(more)}`);
      const malformed = await play.ask(method, dialect.permission({ _meta: 'no object' }));
      stage.check('GEN-18', malformed.error === undefined, `With a malformed _meta: ${describedReply(malformed)}`);
      play.finish();
      const responses = conversation.received().flatMap(({ value }) => (isResponse(value) ? [value] : []));
      const bad = responses.find((response) => !isWellFormed(response));
      stage.check('GEN-02', bad === undefined, `It answered with ${JSON.stringify(bad)}.`);
    },
  },
  {
    name: 'permissions/subjects',
    about: 'Asks for permission without a subject, with an unknown one, and with one that is incomplete.',
    versions: [2],
    decides: ['PERM-10', 'GEN-20'],
    run: async (stage) => {
      const play = await stage.prompted();
      const { dialect } = play;
      for (const subject of [null, { type: '_dream', dream: 'flying' }]) {
        const reply = await play.ask(method, dialect.permission({ subject }));
        stage.check('PERM-10', isDecision(reply), `The subject ${JSON.stringify(subject)}: ${describedReply(reply)}`);
      }
      const hollow = await play.ask(method, dialect.permission({ subject: { type: 'tool_call' } }));
      stage.check('GEN-20', hollow.error !== undefined, describedReply(hollow));
      play.finish();
    },
  },
  {
    name: 'permissions/commands',
    about: 'Asks for permission to run a command, and looks whether the client runs it.',
    versions: [2],
    decides: ['PERM-09'],
    run: async (stage) => {
      const play = await stage.prompted();
      const { folder, dialect } = stage;
      const subject = { type: 'command', command: `touch ${written}`, cwd: folder };
      const reply = await play.ask(method, dialect.permission({ subject }));
      await stage.stays(play);
      play.finish();
      await play.left();
      const hasRun = existsSync(join(folder, written));
      if (!hasRun && outcomeOf(reply)['optionId'] !== 'yes')
        stage.notTested('PERM-09', `It does not allow the command. ${describedReply(reply)}`);
      else stage.check('PERM-09', !hasRun, 'It ran the command that the agent asked about.');
    },
  },
  {
    name: 'permissions/cancelled-by-the-agent',
    about: 'Asks for permission, and cancels the request.',
    versions: [2],
    decides: ['CANCEL-11', 'CANCEL-13'],
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation, dialect } = play;
      const id = play.begin(method, dialect.permission({ subject: aboutDeletion.subject }));
      conversation.notify('$/cancel_request', { requestId: id });
      try {
        const reply = await conversation.reply(id);
        stage.check('CANCEL-13', isDecision(reply) || reply.error?.code === cancelledCode, describedReply(reply));
        if (outcomeOf(reply)['outcome'] === 'selected')
          stage.notTested('CANCEL-11', 'It answers before the request can be cancelled.');
        else stage.check('CANCEL-11', outcomeOf(reply)['outcome'] === 'cancelled', describedReply(reply));
      } catch (error) {
        if (!(error instanceof PeerSilent)) throw error;
        for (const rule of ['CANCEL-13', 'CANCEL-11'])
          stage.check(rule, false, 'It does not answer a request for permission that was cancelled.');
      }
      play.finish();
    },
  },
  {
    name: 'permissions/cancelled-by-the-user',
    about: 'Asks for permission, and has the user of the client cancel the work.',
    versions: [1],
    decides: ['CANCEL-03', 'PERM-04'],
    needs: ({ canInterrupt }) => (canInterrupt ? undefined : 'The suite cannot ask it to cancel its work.'),
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation, dialect, run } = play;
      const id = play.begin(method, dialect.permission({ toolCall: deletion }));
      // A client that decides by itself does it now.
      await stage.stays(play);
      if (conversation.replyTo(id) === undefined) {
        run.interrupt?.();
        await conversation.until(() => cancelIn(conversation) !== -1, 'It did not send session/cancel');
      }
      try {
        const reply = await conversation.reply(id);
        const isChoice = outcomeOf(reply)['outcome'] === 'selected';
        if (isChoice && (cancelIn(conversation) === -1 || reply.index < cancelIn(conversation))) {
          for (const rule of ['CANCEL-03', 'PERM-04'])
            stage.notTested(rule, 'It answers a request for permission before its user can cancel the work.');
        } else {
          stage.check('CANCEL-03', true, '');
          stage.check('PERM-04', !isChoice, `After session/cancel: ${describedReply(reply)}`);
        }
      } catch (error) {
        if (error instanceof PeerEnded) throw error;
        stage.check('CANCEL-03', false, 'It cancelled the work and left the request for permission without an answer.');
      }
      play.finish('cancelled');
    },
  },
];
