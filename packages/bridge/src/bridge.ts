/** Shows a channel in the other version of the protocol. */
import type { Channel } from '@acp-stack/rpc';

import { BridgeChannel } from './channel/bridge-channel.ts';
import { ignoringErrors } from './loss/report.ts';
import type { BridgeOptions } from './options/bridge-options.ts';
import { defaultBridgeLimits } from './options/limits.ts';
import { v1AgentRules } from './rules-for-v1-agent/rules.ts';
import { v1ClientRules } from './rules-for-v1-client/rules.ts';
import type { MakeTranslator } from './translate/proxy-envelopes.ts';
import { Translator } from './translate/translator.ts';

/** Wraps `channel`. With `{ peer: 'agent', speaks: 1 }` a version 1 agent is shown as one of version 2. */
export function bridge(channel: Channel, options: BridgeOptions): Channel {
  const { unsentBytes } = { ...defaultBridgeLimits, ...options.limits };
  return new BridgeChannel(channel, { peer: options.peer, unsentBytes, makeTranslator: translatorMaker(options) });
}

/** Makes the translators of a connection. */
function translatorMaker(options: BridgeOptions): MakeTranslator {
  const {
    peer,
    speaks,
    strict = false,
    onReport,
    clock,
    limits,
    mintId = randomIds(),
    extras = false,
    terminals,
  } = options;
  const common = {
    isStrict: strict,
    report: ignoringErrors(onReport),
    limits: { ...defaultBridgeLimits, ...limits },
    clock,
    mintId,
    extras,
  };
  // Either the client speaks version 1 and the agent version 2, or the other way round.
  const clientVersion = (peer === 'client') === (speaks === 1) ? 1 : 2;
  return (conversation, send) => {
    // Inside the envelopes of a proxy, the versions of client and agent are exchanged.
    const isSuccessor = conversation === 'successor';
    const own = { ...common, send, ...(isSuccessor ? { idPrefix: 'acp-bridge-successor:' } : undefined) };
    return (clientVersion === 1) === isSuccessor
      ? new Translator({ ...own, versions: { client: 2, agent: 1 } }, (context) =>
          v1AgentRules(context, { extras, terminals }),
        )
      : new Translator({ ...own, versions: { client: 1, agent: 2 } }, (context) => v1ClientRules(context, { extras }));
  };
}

/** Ids that differ from those of every other connection. */
function randomIds(): () => string {
  let prefix: string | undefined;
  let count = 0;
  return () => {
    // Made late, because it takes longer than everything else that is made for a connection.
    prefix ??= crypto.randomUUID().slice(0, 13);
    count += 1;
    return `${prefix}-${count}`;
  };
}
