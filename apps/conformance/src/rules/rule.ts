/** A rule of the protocol, as the suite judges it. */

/** The part of the protocol that a rule belongs to. */
export type RuleSet = 'stable' | 'draft' | 'proposal';

/** A version of the protocol. */
export type Version = 1 | 2;

/** A word of the specification. */
export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY';

/** What is judged. */
export type Side = 'agent' | 'client' | 'proxy';

/** A word of the specification for one version, for one side, or for one side in one version. */
export interface Weaker {
  /** Every version if absent. */
  readonly version?: Version;
  /** Every side if absent. */
  readonly side?: Side;
  /** The word. */
  readonly level: Level;
}

/** Who is judged by a rule, and in which version of the protocol. */
export interface Judged {
  /** What is judged. */
  readonly side: Side;
  /** The version of the protocol. */
  readonly version: Version;
}

/** One rule. Its id never changes its meaning. */
export interface Rule {
  /** Such as `LIFE-02`. */
  readonly id: string;
  /** The word of the specification: only a broken MUST or MUST NOT makes a run fail. */
  readonly level: Level;
  /** Where the specification demands less: the first entry that fits has the word. */
  readonly weaker?: readonly Weaker[];
  /** The versions of the protocol that have it. */
  readonly versions: readonly Version[];
  /** The part of the protocol that it belongs to. */
  readonly set: RuleSet;
  /** What it says. */
  readonly text: string;
  /** The page of the specification. */
  readonly source: string;
  /** Its address; undefined if the rule is in no published page. */
  readonly link?: string;
}

/** The word of the specification for this side in this version. */
export const levelOf = ({ level, weaker = [] }: Rule, judged: Judged): Level =>
  weaker.find(({ side = judged.side, version = judged.version }) => side === judged.side && version === judged.version)
    ?.level ?? level;

/** Whether breaking the rule makes the run of this side fail. */
export function isRequired(rule: Rule, judged: Judged): boolean {
  const level = levelOf(rule, judged);
  return level === 'MUST' || level === 'MUST NOT';
}

const site = 'https://agentclientprotocol.com';
const repositories = 'https://github.com/agentclientprotocol';

/**
 * The address of what the rule comes from: the page about this version, the page about JSON-RPC, its first page, a type
 * of the schema, or a proposal.
 */
export function linkOf({ source, link, set }: Rule, version: Version): string {
  const page = source.split(/[,\s]+/u).find((each) => each.startsWith(`protocol/v${version}/`));
  if (page !== undefined) return `${site}/${page}`;
  if (source.startsWith('JSON-RPC 2.0')) return 'https://www.jsonrpc.org/specification#error_object';
  if (link !== undefined) return link;
  const [, type] = /official schema: (\w+)/u.exec(source) ?? [];
  const schema = `${site}/protocol/v${version}/${set === 'stable' ? '' : 'draft/'}schema`;
  if (type !== undefined) return `${schema}#${type.toLowerCase()}`;
  if (source.startsWith('official schemas')) return schema;
  const [, number] = /^proposals\/.*-pr-(\d+)$/u.exec(source) ?? [];
  if (number !== undefined) return `${repositories}/agent-client-protocol/pull/${number}`;
  return `${repositories}/${source.startsWith('proposals/') ? 'agent-client-protocol' : 'typescript-sdk'}`;
}
