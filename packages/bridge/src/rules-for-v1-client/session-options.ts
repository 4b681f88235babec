/** The settings of a session: config options, and the modes and models that version 1 has beside them. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { configOptionsToV1 } from '../convert/config-options.ts';
import { findModeOption, modesOf } from '../convert/modes.ts';
import { modelsOf, type LegacyModels } from '../extensions/legacy-models.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

type Options = readonly v2.SessionConfigOption[];

/** The settings in a response. */
export function optionsOfResponse(
  { context, features }: Connection,
  options: Options | undefined,
): Pick<v1.NewSessionResponse, 'configOptions' | 'modes'> & { readonly models?: LegacyModels } {
  const configOptions = configOptionsToV1(options, features, context);
  const modes = modesOf(options);
  const models = modelsOf(options);
  return {
    ...(configOptions === undefined ? undefined : { configOptions }),
    ...(modes === undefined ? undefined : { modes }),
    ...(models === undefined ? undefined : { models }),
  };
}

interface NewOptions {
  readonly session: Session;
  readonly options: Options;
  /** Sends them as config options. */
  readonly sendOptions: (options: readonly v1.SessionConfigOption[]) => void;
}

/** Takes new settings; the client is also notified if its mode has changed (MODE-02). */
export function takeOptions({ context, features }: Connection, { session, options, sendOptions }: NewOptions): void {
  const converted = configOptionsToV1(options, features, context) ?? [];
  const before = findModeOption(session.options)?.currentValue;
  const after = findModeOption(options)?.currentValue;
  session.options = options;
  sendOptions(converted);
  if (before === undefined || after === undefined || after === before) return;
  session.sendUpdate({ sessionUpdate: 'current_mode_update', currentModeId: after });
}
