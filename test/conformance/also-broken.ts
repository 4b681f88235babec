/**
 * Which other rules a client breaks with the same act, by the rule that it is made to break: where one rule contains
 * another, or where a message that is no message is no call either.
 */
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
