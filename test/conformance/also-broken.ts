/**
 * Which other rules are broken by the same act, by the rule that a program is made to break. Each is inherent: one rule
 * is about a part of what another is about, or an act that breaks the one without the other does not exist.
 */

/** Every path is absolute, every line is counted from 1; and so are those of each part of the protocol. */
const places: Readonly<Record<string, readonly string[]>> = {
  'GEN-04': ['TOOL-23', 'TOOL-11'],
  'GEN-05': ['TOOL-23'],
  'TOOL-23': ['GEN-04'],
  'TOOL-11': ['GEN-04'],
  'PERM-09': ['GEN-04'],
  'TERM-04': ['GEN-04'],
  'LIST-07': ['GEN-04'],
  'FS-03': ['GEN-05'],
};

/** What a client does not offer is not used; and neither is each single thing. Likewise for what a version does not have. */
const offers: Readonly<Record<string, readonly string[]>> = {
  'INIT-09': ['ELIC-01'],
  'INIT-10': ['INIT-09', 'ELIC-01'],
  'ELIC-01': ['INIT-09', 'ELIC-14'],
  'ELIC-14': ['INIT-09', 'ELIC-01'],
  ...Object.fromEntries(
    ['FS-01', 'TERM-01', 'PLAN-03', 'NOTICE-01', 'COMP-01', 'SUB-03', 'EDIT-01'].map((id) => [id, ['INIT-09']]),
  ),
  'FS-08': ['INIT-08'],
  'TERM-12': ['INIT-08'],
};

/** Every field, value and method is one that the protocol defines. */
const definitions: Readonly<Record<string, readonly string[]>> = {
  'AUTH-04': ['EXT-01'],
  'SETUP-27': ['EXT-01'],
  'ELIC-03': ['EXT-01', 'GEN-21'],
  'NES-01': ['EXT-04'],
  'NES-10': ['EXT-01'],
  'CFG-13': ['INIT-08'],
  'PROV-06': ['EXT-01'],
};

/** A request has one response, in each case. */
const responses: Readonly<Record<string, readonly string[]>> = {
  'CANCEL-12': ['GEN-15', 'GEN-01'],
  'CANCEL-16': ['GEN-15', 'GEN-01'],
};

/** Two rules with almost the same words, or one that contains the other. */
const twins: Readonly<Record<string, readonly string[]>> = {
  'SETUP-07': ['SETUP-27'],
  'DIRS-06': ['SETUP-03'],
  'CLOSE-02': ['CLOSE-04'],
  'CANCEL-11': ['CANCEL-18'],
  'CANCEL-18': ['CANCEL-11'],
  'CANCEL-09': ['CANCEL-13'],
  'INJ-05': ['INJ-18'],
  'INJ-18': ['INJ-05'],
  'INJ-16': ['INJ-21'],
  'INJ-21': ['INJ-16'],
  'INJ-23': ['INJ-20'],
};

/** By what an agent is made to break. */
export const alsoBrokenByAgents: Readonly<Record<string, readonly string[]>> = {
  ...places,
  ...offers,
  ...definitions,
  ...responses,
  ...twins,
};

/** By what a client is made to break. */
export const alsoBroken: Readonly<Record<string, readonly string[]>> = {
  // No message of the client is what it should be.
  'INIT-01': ['INIT-03', 'INIT-04', 'INIT-12', 'INIT-14'],
  'GEN-02': ['GEN-17', 'GEN-18', 'PERM-02'],
  'GEN-12c': ['GEN-04', 'SETUP-02', 'LIFE-14', 'CONT-02'],
  'GEN-16': ['LIFE-14'],
  'STDIO-01': ['GEN-04', 'SETUP-02', 'LIFE-14', 'CONT-02', 'STDIO-02'],
  'STDIO-02': ['STDIO-01'],
  // A rule about one part of the protocol, and the rule about the whole.
  'GEN-04': ['SETUP-02'],
  'SETUP-02': ['GEN-04'],
  'GEN-06': ['EXT-01'],
  'TURN-06': ['EXT-01'],
  'CONT-02': ['EXT-01'],
  'LIFE-14': ['CONT-02'],
  'FS-03': ['GEN-05'],
  'GEN-05': ['FS-03'],
  'EDIT-02': ['EDIT-05'],
  'EDIT-05': ['EDIT-02'],
  'GEN-07': ['EXT-04'],
  'GEN-03': ['CANCEL-12', 'CANCEL-16'],
  'GEN-08': ['GEN-03'],
  'CANCEL-12': ['CANCEL-16'],
  'CANCEL-13': ['CANCEL-11'],
  'TURN-01': ['CONT-01'],
  'CONT-01': ['TURN-01'],
  'MCP-01': ['SETUP-07'],
  'INIT-09': ['DEL-01'],
  ...Object.fromEntries(
    [
      ['AUTH-06', 'AUTH-18', 'SETUP-10', 'SETUP-13', 'LIST-01', 'DEL-01'],
      ['CLOSE-01', 'FORK-01', 'INJ-01', 'PROV-01', 'NES-01'],
    ]
      .flat()
      .map((id) => [id, ['INIT-09']]),
  ),
  // What comes next in the same scenario needs what was broken.
  'AUTH-01': ['AUTH-02'],
  'AUTH-02': ['AUTH-01'],
  'AUTH-13': ['AUTH-02'],
  'CFG-07': ['CFG-06'],
  'CMD-04': ['GEN-19'],
  'FS-04': ['FS-05'],
  'TERM-06': ['TERM-03'],
  'MCP-10': ['MCP-03', 'MCP-04'],
  'NES-02': ['NES-06'],
};
