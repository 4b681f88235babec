/**
 * What a client offers.
 *
 * Version 2 takes for granted what version 1 asks for (`session`, `plan`, `subagents`) and has no files and no terminals of the client.
 * Unknown capabilities, and those both versions spell alike, cross as they are.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { nonEmptyFieldNames, hasNonEmptyField, markersWithContent } from './non-empty-fields.ts';

/** What a version 2 client is taken to understand, as version 1 says it. */
const implied = {
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  plan: {},
  subagents: {},
} as const satisfies v1.ClientCapabilities;

/** Capabilities for version 2; with `extras` the files and terminals of version 1 stay in them. */
export function clientCapabilitiesToV2(
  capabilities: v1.ClientCapabilities | undefined,
  { extras }: { readonly extras: boolean },
  losses: LossReporter,
): v2.ClientCapabilities | undefined {
  if (capabilities === undefined) return undefined;
  const { fs, terminal, session, plan, subagents, auth, ...others } = capabilities;
  tellMarkers({ session, plan, subagents }, losses);
  if (!extras) tellMarkers({ fs: beside(fs) }, losses);
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

/** Capabilities for version 1; `terminals` says that somebody runs them in the client's place. */
export function clientCapabilitiesToV1(
  capabilities: v2.ClientCapabilities | undefined,
  { extras, terminals }: { readonly extras: boolean; readonly terminals: boolean },
  losses: LossReporter,
): v1.ClientCapabilities {
  const { fs, terminal, session, plan, subagents, auth, ...others } = (capabilities ?? {}) as v2.ClientCapabilities &
    Pick<v1.ClientCapabilities, keyof typeof implied | 'fs' | 'terminal'>;
  tellMarkers({ session, plan, subagents, 'auth.terminal': auth?.terminal }, losses);
  return {
    ...others,
    ...implied,
    ...(auth === undefined || auth === null ? undefined : { auth: authToV1(auth) }),
    ...(extras && fs !== undefined ? { fs } : undefined),
    ...(terminals ? { terminal: true } : extras && terminal !== undefined ? { terminal } : undefined),
  };
}

/** What a marker says beside being there is lost where a flag, or nothing, takes its place. */
function tellMarkers(markers: Readonly<Record<string, unknown>>, losses: LossReporter): void {
  const talking = markersWithContent(markers);
  if (hasNonEmptyField(talking))
    losses.omit('initialize params', `What these say beside being there was left out: ${nonEmptyFieldNames(talking)}.`);
}

/** What is said of files besides whether they can be read and written. */
function beside(fs: v1.FileSystemCapabilities | undefined): object {
  const { readTextFile: _, writeTextFile: __, ...others } = fs ?? {};
  return others;
}

function authToV2({ terminal, ...others }: v1.AuthCapabilities): v2.ClientAuthCapabilities {
  return terminal === true ? { ...others, terminal: {} } : others;
}

function authToV1({ terminal, ...others }: v2.ClientAuthCapabilities): v1.AuthCapabilities {
  return terminal === undefined || terminal === null ? others : { ...others, terminal: true };
}
