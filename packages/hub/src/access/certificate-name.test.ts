import type { PeerCertificate } from 'node:tls';

import { expect, test } from 'vitest';

import { certificateName } from './certificate-name.ts';

const certificate = (subjectaltname: string | undefined, subject: object = {}): PeerCertificate =>
  ({ subjectaltname, subject }) as PeerCertificate;

test('the name is the common name of the subject, or an alternative name of the kind that is asked for', () => {
  const one = certificate('DNS:host.example, email:ada@example.com, URI:spiffe://example/ada', { CN: 'Ada Lovelace' });
  expect(certificateName(one, 'subject')).toBe('Ada Lovelace');
  expect(certificateName(one, 'email')).toBe('ada@example.com');
  expect(certificateName(one, 'uri')).toBe('spiffe://example/ada');
  expect(certificateName(one, 'dns')).toBe('host.example');
});

test.each([
  ['no name', certificate(undefined), 'email'],
  ['no subject', {} as PeerCertificate, 'subject'],
  ['two names', certificate('email:ada@example.com, email:eve@example.com'), 'email'],
  ['two common names', certificate(undefined, { CN: ['ada', 'eve'] }), 'subject'],
  ['a name inside of another', certificate('DNS:"x, email:ada@example.com"'), 'email'],
  ['a name behind what cannot be read', certificate('DNS:"x, email:ada@example.com'), 'email'],
  ['the name of a guest', certificate(undefined, { CN: 'guest:1' }), 'subject'],
  ['a name with a line break', certificate(undefined, { CN: 'ada\noperator' }), 'subject'],
] as const)('a certificate with %s gives no name', (_, each, field) => {
  expect(certificateName(each, field)).toBeUndefined();
});

test('an entry in quotes is read as Node writes it', () => {
  expect(certificateName(certificate('URI:"https://a.example/\\"b\\", c", DNS:d'), 'uri')).toBe(
    'https://a.example/"b", c',
  );
});
