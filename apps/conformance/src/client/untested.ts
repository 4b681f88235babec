/** Why no scenario is about a rule of clients. */

/** Rules whose keeping only a user can see. */
const onScreen = new Set(
  [
    'INIT-20 CANCEL-02 TOOL-03 TOOL-04 TOOL-05 TOOL-07 TOOL-14 TOOL-16 TOOL-17 TOOL-18 TOOL-21',
    'PERM-07 PERM-08 TERM-10 LIFE-10 LIFE-17 SETUP-19 CFG-03 CFG-05 CFG-11 PLAN-02 PLAN-05 PLAN-07 CMD-01',
    'LIST-08 EXT-07 TURN-05 TURN-09 AUTH-21 GEN-22 GEN-23 ELIC-07 ELIC-11 ELIC-12 ELIC-15 COMP-03',
    'NOTICE-02',
  ].flatMap((line) => line.split(' ')),
);

/** Rules that need a user at the client. */
const byHand = new Set(
  'AUTH-08 AUTH-11 AUTH-12 AUTH-14 AUTH-15 AUTH-17 AUTH-22 ELIC-09 CMD-02 TOOL-20 FS-02'.split(' '),
);

/** Rules of transports that an address on the loopback interface does not show. */
const atOtherAddresses: Readonly<Record<string, string>> = {
  'HTTP-16':
    'Without TLS a client cannot ask for HTTP/2, so that HTTP/1.1 is no fault; the suite has no certificate that it would trust.',
  'WS-05': 'It is about servers.',
  'HTTP-23': 'It is about servers.',
};

/** A sentence about a rule that no scenario decides. */
export function whyUntested(rule: string): string {
  if (onScreen.has(rule)) return 'Only the screen of the client shows it.';
  if (byHand.has(rule)) return 'It takes a user at the client; one run of its command line does not show it.';
  return atOtherAddresses[rule] ?? 'It is not about clients, or one run of a client does not show it.';
}
