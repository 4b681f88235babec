/**
 * The capabilities of a client.
 *
 * Every client of version 2 has what version 1 asks for (`session`, `plan`, `subagents`); version 2 has no files and no
 * terminals of the client. Unknown capabilities, and those that both versions spell alike, are kept.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { nonEmptyFieldNames, hasNonEmptyField, markersWithContent } from './fields-with-content.ts';

/** What every client of version 2 understands, as capabilities of version 1. */
const implied = {
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  plan: {},
  subagents: {},
} as const satisfies v1.ClientCapabilities;

/** Returns the capabilities for version 2; with `extras`, the files and terminals of version 1 stay in them. */
export function clientCapabilitiesToV2(
  capabilities: v1.ClientCapabilities | undefined,
  { extras }: { readonly extras: boolean },
  losses: LossReporter,
): v2.ClientCapabilities | undefined {
  if (capabilities === undefined) return undefined;
  const { fs, terminal, session, plan, subagents, auth, ...others } = capabilities;
  reportMarkers({ session, plan, subagents }, losses);
  if (!extras) reportMarkers({ fs: otherFieldsOf(fs) }, losses);
  const onlyV1 = { ...(fs === undefined ? undefined : { fs }), ...(terminal === undefined ? undefined : { terminal }) };
  if (!extras && (fs?.readTextFile === true || fs?.writeTextFile === true))
    losses.lose('initialize params', 'Version 2 has no files of the client; the agent uses its own.');
  if (!extras && terminal === true)
    losses.lose('initialize params', 'Version 2 has no terminals of the client; the agent uses its own.');
  return {
    ...others,
    ...(auth === undefined ? undefined : { auth: authToV2(auth) }),
    ...(extras ? onlyV1 : undefined),
  };
}

/** Returns the capabilities for version 1; `terminals` says that terminals run in the client's place. */
export function clientCapabilitiesToV1(
  capabilities: v2.ClientCapabilities | undefined,
  { extras, terminals }: { readonly extras: boolean; readonly terminals: boolean },
  losses: LossReporter,
): v1.ClientCapabilities {
  const { fs, terminal, session, plan, subagents, auth, ...others } = (capabilities ?? {}) as v2.ClientCapabilities &
    Pick<v1.ClientCapabilities, keyof typeof implied | 'fs' | 'terminal'>;
  reportMarkers({ session, plan, subagents, 'auth.terminal': auth?.terminal }, losses);
  return {
    ...others,
    ...implied,
    ...(auth === undefined || auth === null ? undefined : { auth: authToV1(auth) }),
    ...(extras && fs !== undefined ? { fs } : undefined),
    ...(terminals ? { terminal: true } : extras && terminal !== undefined ? { terminal } : undefined),
  };
}

/** Reports what a marker contains, which is lost where a flag, or nothing, takes its place. */
function reportMarkers(markers: Readonly<Record<string, unknown>>, losses: LossReporter): void {
  const talking = markersWithContent(markers);
  if (hasNonEmptyField(talking))
    losses.omit('initialize params', `The contents of these markers were left out: ${nonEmptyFieldNames(talking)}.`);
}

/** What is said about files besides whether they can be read and written. */
function otherFieldsOf(fs: v1.FileSystemCapabilities | undefined): object {
  const { readTextFile: _, writeTextFile: __, ...others } = fs ?? {};
  return others;
}

function authToV2({ terminal, ...others }: v1.AuthCapabilities): v2.ClientAuthCapabilities {
  return terminal === true ? { ...others, terminal: {} } : others;
}

function authToV1({ terminal, ...others }: v2.ClientAuthCapabilities): v1.AuthCapabilities {
  return terminal === undefined || terminal === null ? others : { ...others, terminal: true };
}
