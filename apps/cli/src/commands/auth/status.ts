/** `acp auth status`: shows whether a login is needed, without logging in. */
import type { Client } from '@acp-stack/sdk';

import { exitCodes } from '../../errors/command-error.ts';
import { loginArguments } from '../../connect/failure-advice.ts';
import { prepare, runWithAgent, type AgentInvocation } from '../../connect/run-with-agent.ts';
import { ReportedLogin } from '../../connect/reported-login.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

export interface StatusCommand extends AgentInvocation {
  readonly flags: AgentFlags & FormatFlags;
}

/** The meaning of each state; unknown ones are treated as not reported (AUTH-19). */
const states: ReadonlyMap<string, { readonly words: string; readonly exitCode: number }> = new Map(
  Object.entries({
    authenticated: { words: 'You are logged in.', exitCode: 0 },
    not_required: { words: 'This agent needs no login.', exitCode: 0 },
    unauthenticated: { words: 'You are not logged in', exitCode: exitCodes.authRequired },
  }),
);

export async function status(command: StatusCommand, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  const reported = new ReportedLogin();
  const options = {
    build: (app: Client): void => {
      reported.listen(app);
    },
  };
  return runWithAgent(command, prepared, options, async ({ agent, connection, deadline, server }) => {
    const { authMethods } = connection;
    const answer = await agent.explained(() => deadline.until(reported.of(connection)));
    const state = answer?.state ?? 'unknown';
    if (command.flags.format === 'json') {
      await terminal.stdout.writeJson(
        JSON.stringify({ state, accounts: answer?.accounts ?? [], authMethods }, undefined, 2),
      );
      return states.get(state)?.exitCode ?? exitCodes.failed;
    }
    const known = states.get(state) ?? {
      words: 'The agent does not report whether you are logged in',
      exitCode: exitCodes.failed,
    };
    const login =
      authMethods.length === 0
        ? '; it offers no login method, see its documentation.'
        : `; acp auth login${loginArguments(server)} logs you in.`;
    const advice = known.words.endsWith('.') ? '' : login;
    const accounts = (answer?.accounts ?? []).map(
      ({ label, active }) => `  ${inOneLine(label)}${active === true ? ' (in use)' : ''}\n`,
    );
    await terminal.stdout.write(`${known.words}${advice}\n${accounts.join('')}`);
    return known.exitCode;
  });
}
