/**
 * The six ways to put an agent and a client together, where one of them or what is between them is ours.
 *
 * Each plays a scenario over one kind of link. What our side sends is checked against the version that is spoken on
 * that wire.
 */
import { bridge, type Role, type RowId } from '@acp-stack/bridge';
import type { Channel } from '@acp-stack/rpc';
import { methods as v1 } from '@acp-stack/schema/v1';
import { methods as v1Drafts } from '@acp-stack/schema/v1/unstable';
import { methods as v2 } from '@acp-stack/schema/v2/unstable';
import { VirtualClock, type Transcript as Wire } from '@acp-stack/testing';

import type { Link } from '../official-stream.ts';
import { faultsOf } from '../traffic.ts';
import { officialV1Agent } from './agents/official-v1.ts';
import { officialV2Agent } from './agents/official-v2.ts';
import { ourAgent } from './agents/ours.ts';
import { officialV1Client } from './clients/official-v1.ts';
import { officialV2Client } from './clients/official-v2.ts';
import { ourClient } from './clients/ours.ts';
import { ScriptedUser, type ClientAdapter } from './scripted-user.ts';
import type { Scenario } from './scenario.ts';
import { Transcript } from './transcript.ts';

/** A report of our side; a loss names its row of the conversion table. */
export interface Reported {
  readonly kind: string;
  readonly row?: RowId;
}

/** A scenario that is being played. */
interface Performance extends Disposable {
  readonly hand: ScriptedUser;
  readonly transcript: Transcript;
  /** What our side reported. */
  readonly reports: readonly Reported[];
  /** What our side sent that the version on that wire does not allow. */
  readonly faults: () => readonly string[];
  /** What crossed at our end of the wire to the client, and to the agent. */
  readonly wires: Readonly<Record<Role, Wire>>;
}

export interface Pair {
  readonly name: string;
  /** The version that is spoken to the client; ours speaks version 2 whatever is on the wire. */
  readonly client: 1 | 2;
  readonly agent: 1 | 2;
  /** Whether messages go through our bridge. */
  readonly isBridged: boolean;
  /** Whether what cannot be told in full is refused. */
  readonly isStrict: boolean;
  readonly play: (scenario: Scenario, open: () => Link) => Promise<Performance>;
}

/** What the two sides of a performance share. */
interface Stage {
  readonly scenario: Scenario;
  readonly transcript: Transcript;
  readonly reports: Reported[];
  readonly clock: VirtualClock;
}

/** One program at its end of a link; the answer lets it go. */
type PlayAgent = (stage: Stage, link: Link) => () => void;
type PlayClient = (stage: Stage, link: Link) => Promise<ClientAdapter>;

const agents = {
  ours: ({ scenario, transcript, clock, reports }, { channel }) => {
    const { agent: script = {} } = scenario;
    const connection = ourAgent(channel, {
      script,
      noted: transcript.noted,
      clock,
      onReport: (report) => void reports.push(report),
    });
    return () => {
      connection.raw.destroy();
    };
  },
  v1: ({ scenario, transcript }, { stream }) => {
    const { agent: script = {}, drafts = false } = scenario;
    const connection = officialV1Agent({ script, noted: transcript.noted, drafts }).connect(stream);
    return () => {
      connection.close();
    };
  },
  v2: ({ scenario, transcript }, { stream }) => {
    const connection = officialV2Agent(scenario.agent ?? {}, transcript.noted).connect(stream);
    return () => {
      connection.close();
    };
  },
} satisfies Record<string, PlayAgent>;

const clients = {
  ours: ({ scenario, transcript, clock, reports }, { channel }) =>
    ourClient(channel, {
      script: scenario.client ?? {},
      transcript,
      clock,
      onReport: (report) => void reports.push(report),
    }),
  v1: ({ scenario, transcript }, { stream }) =>
    officialV1Client(stream, { script: scenario.client ?? {}, transcript, drafts: scenario.drafts ?? false }),
  v2: ({ scenario, transcript }, { stream }) => officialV2Client(stream, { script: scenario.client ?? {}, transcript }),
} satisfies Record<string, PlayClient>;

const stageFor = (scenario: Scenario): Stage => ({
  scenario,
  transcript: new Transcript(),
  reports: [],
  clock: new VirtualClock(),
});

/** What may be sent on a wire of a version. */
const tableOf = (version: 1 | 2, { drafts = false }: Scenario): object => (version === 2 ? v2 : drafts ? v1Drafts : v1);

interface DirectPair extends Omit<Pair, 'play' | 'isBridged' | 'isStrict'> {
  readonly playAgent: PlayAgent;
  readonly playClient: PlayClient;
  /** The version on the wire between them. */
  readonly wire: 1 | 2;
}

/** Our program at one end, theirs at the other. */
const direct = ({ playAgent, playClient, wire, ...pair }: DirectPair): Pair => ({
  ...pair,
  isBridged: wire === 1,
  isStrict: false,
  play: async (scenario, open) => {
    const stage = stageFor(scenario);
    const link = open();
    const endAgent = playAgent(stage, link);
    const player = await playClient(stage, link);
    return {
      hand: new ScriptedUser(player, stage.transcript, stage.clock),
      transcript: stage.transcript,
      reports: stage.reports,
      faults: () => faultsOf(link.transcript, tableOf(wire, scenario)),
      wires: { client: link.transcript, agent: link.transcript },
      [Symbol.dispose]: () => {
        player.end();
        endAgent();
      },
    };
  },
});

interface BridgedPair extends Omit<Pair, 'play' | 'isBridged' | 'isStrict'> {
  readonly playAgent: PlayAgent;
  readonly playClient: PlayClient;
  /** Who is at the far end of the bridged channel. */
  readonly peer: Role;
  readonly strict?: boolean;
}

/** Both programs are theirs, and the bridge is between them. */
const bridged = ({ playAgent, playClient, peer, strict = false, ...pair }: BridgedPair): Pair => ({
  ...pair,
  isBridged: true,
  isStrict: strict,
  play: async (scenario, open) => {
    const stage = stageFor(scenario);
    const { client, agent } = pair;
    const links = { client: open(), agent: open() };
    const face = bridge(links[peer].channel, {
      peer,
      speaks: pair[peer],
      strict,
      clock: stage.clock,
      onReport: (report) => void stage.reports.push(report),
    });
    splice(face, links[peer === 'client' ? 'agent' : 'client'].channel);
    const endAgent = playAgent(stage, links.agent);
    const player = await playClient(stage, links.client);
    return {
      hand: new ScriptedUser(player, stage.transcript, stage.clock),
      transcript: stage.transcript,
      reports: stage.reports,
      faults: () => [
        ...faultsOf(links.client.transcript, tableOf(client, scenario)),
        ...faultsOf(links.agent.transcript, tableOf(agent, scenario)),
      ],
      wires: { client: links.client.transcript, agent: links.agent.transcript },
      [Symbol.dispose]: () => {
        player.end();
        endAgent();
      },
    };
  },
});

/** Hands every message of one channel to the other, both ways. */
function splice(left: Channel, right: Channel): void {
  handOn(left, right);
  handOn(right, left);
}

function handOn(from: Channel, to: Channel): void {
  from.open({
    receive: (message, text) => void to.send(message, text),
    reject: () => undefined,
    ended: () => void to.end(),
  });
}

type BridgeVariant = Pick<BridgedPair, 'strict'>;

const v1ClientV2Agent = (peer: Role, { strict = false }: BridgeVariant = {}): Pair =>
  bridged({
    name: `the official client of version 1 and the official agent of version 2, ${manner(peer, strict)}`,
    client: 1,
    agent: 2,
    peer,
    strict,
    playAgent: agents.v2,
    playClient: clients.v1,
  });

const v2ClientV1Agent = (peer: Role, { strict = false }: BridgeVariant = {}): Pair =>
  bridged({
    name: `the official client of version 2 and the official agent of version 1, ${manner(peer, strict)}`,
    client: 2,
    agent: 1,
    peer,
    strict,
    playAgent: agents.v1,
    playClient: clients.v2,
  });

const manner = (peer: Role, strict: boolean): string => `bridged ${strict ? 'strictly ' : ''}at the ${peer}`;

export const pairs: readonly Pair[] = [
  direct({
    name: 'our agent and the official client of version 1',
    client: 1,
    agent: 2,
    wire: 1,
    playAgent: agents.ours,
    playClient: clients.v1,
  }),
  direct({
    name: 'our agent and the official client of version 2',
    client: 2,
    agent: 2,
    wire: 2,
    playAgent: agents.ours,
    playClient: clients.v2,
  }),
  direct({
    name: 'the official agent of version 1 and our client',
    client: 2,
    agent: 1,
    wire: 1,
    playAgent: agents.v1,
    playClient: clients.ours,
  }),
  direct({
    name: 'the official agent of version 2 and our client',
    client: 2,
    agent: 2,
    wire: 2,
    playAgent: agents.v2,
    playClient: clients.ours,
  }),
  v1ClientV2Agent('agent'),
  v2ClientV1Agent('agent'),
];

/** The bridge again: around the channel of the client, and where nothing may be lost. */
export const variants: readonly Pair[] = [
  v1ClientV2Agent('client'),
  v2ClientV1Agent('client'),
  v1ClientV2Agent('agent', { strict: true }),
  v2ClientV1Agent('agent', { strict: true }),
];
