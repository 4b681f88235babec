/** `acp hub invite`, `invitations`, `revoke`, `members` and `member` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption } from '../../command-line/format-option.ts';
import { clientOptions, duration } from './hub-options.ts';
import type { HubClientFlags } from './hub-client.ts';
import type { InviteFlags, MemberFlags, SharingListFlags } from './hub-sharing.ts';

const sessionArgument = (): Argument => new Argument('<session>', 'id of the session, or the beginning of it');

export function addSharing(hub: Command, { terminal, finish, version }: CommandContext): void {
  clientOptions(
    hub
      .command('invite')
      .summary('make a link with which others can attach to a session')
      .addArgument(sessionArgument()),
  )
    .addOption(
      new Option('--role <role>', 'controllers send prompts and answer questions, observers watch')
        .choices(['controller', 'observer'])
        .default('observer'),
    )
    .addOption(duration('--expires <time>', 'how long the link works').default(24 * 60 * 60 * 1000, '24h'))
    .addOption(
      new Option('--uses <number>', 'how many accounts may use it; all guests together count as one')
        .argParser(Number)
        .default(1),
    )
    .addOption(new Option('--address <url>', 'address of the hub in the link, if others use another one'))
    .addOption(formatOption())
    .addHelpText('after', '\nExample: acp hub invite hub_3f2a --role controller --expires 1h')
    .action(async (session: string, flags: InviteFlags) => {
      const { inviteToSession } = await import('./hub-sharing.ts');
      finish(await inviteToSession({ session, flags, version }, terminal));
    });
  clientOptions(hub.command('invitations').summary('list the invitations to a session').addArgument(sessionArgument()))
    .addOption(formatOption())
    .action(async (session: string, flags: SharingListFlags) => {
      const { listInvitations } = await import('./hub-sharing.ts');
      finish(await listInvitations({ session, flags, version }, terminal));
    });
  clientOptions(
    hub
      .command('revoke')
      .summary('end an invitation, and the access of its guests')
      .addArgument(sessionArgument())
      .addArgument(new Argument('<invitation>', 'id from acp hub invitations, or the beginning of it')),
  ).action(async (session: string, invitation: string, flags: HubClientFlags) => {
    const { revokeInvitation } = await import('./hub-sharing.ts');
    finish(await revokeInvitation({ session, invitation, flags, version }, terminal));
  });
  clientOptions(hub.command('members').summary('list who may use a session').addArgument(sessionArgument()))
    .addOption(formatOption())
    .action(async (session: string, flags: SharingListFlags) => {
      const { listMembers } = await import('./hub-sharing.ts');
      finish(await listMembers({ session, flags, version }, terminal));
    });
  clientOptions(
    hub
      .command('member')
      .summary('change the role of a member of a session, or remove it')
      .addArgument(sessionArgument())
      .addArgument(new Argument('<name>', 'name of the user')),
  )
    .addOption(new Option('--role <role>', 'its new role').choices(['owner', 'controller', 'observer']))
    .addOption(new Option('--remove', 'end its access to the session'))
    .addHelpText('after', '\nExample: acp hub member hub_3f2a ann --role observer')
    .action(async (session: string, name: string, flags: MemberFlags) => {
      const { changeMember } = await import('./hub-sharing.ts');
      finish(await changeMember({ session, name, flags, version }, terminal));
    });
}
