/** A rule of the protocol, as the suite judges it. */

/** The part of the protocol that a rule belongs to. */
export type RuleSet = 'stable' | 'draft' | 'proposal';

/** A version of the protocol. */
export type Version = 1 | 2;

/** One rule. Its id never changes its meaning. */
export interface Rule {
  /** Such as `LIFE-02`. */
  readonly id: string;
  /** The word of the specification: only a broken MUST or MUST NOT makes a run fail. */
  readonly level: 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY';
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

/** Whether breaking the rule makes a run fail. */
export const isRequired = ({ level }: Rule): boolean => level === 'MUST' || level === 'MUST NOT';
