import { expect, test } from 'vitest';

import { folderForSockets, relayAddress } from './relay-address.ts';

test('relays connect to a named pipe on Windows, which has the name of the folder, and to a socket elsewhere', () => {
  const folder = 'C:\\Users\\ada\\AppData\\Local\\Temp\\acp-relay-Xy12ab';
  expect(relayAddress(folder, 'win32')).toBe('\\\\.\\pipe\\C--Users-ada-AppData-Local-Temp-acp-relay-Xy12ab');
  for (const platform of ['linux', 'darwin'] as const)
    expect(relayAddress('/tmp/acp-relay-Xy12ab', platform)).toBe('/tmp/acp-relay-Xy12ab/s');
});

test('the path of a socket is never longer than the systems allow', () => {
  const ofUser = '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T';
  const long = `/var/${'ä'.repeat(40)}`;
  expect(folderForSockets(ofUser, 'darwin')).toBe(ofUser);
  expect(folderForSockets(long, 'darwin')).toBe('/tmp');
  expect(folderForSockets(`C:\\${'a'.repeat(120)}`, 'win32')).toBe(`C:\\${'a'.repeat(120)}`);
});
