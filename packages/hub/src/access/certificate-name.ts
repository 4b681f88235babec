/** The name of a principal in a client certificate that the server's authorities trust. */
import type { PeerCertificate } from 'node:tls';

import { isAccountName } from './principal.ts';

/** Which part of a certificate is the name: the common name of its subject, or an alternative name of a kind. */
export type CertificateField = 'subject' | 'email' | 'uri' | 'dns';

const prefixes: Readonly<Record<Exclude<CertificateField, 'subject'>, string>> = {
  email: 'email:',
  uri: 'URI:',
  dns: 'DNS:',
};

/** The name; undefined if the certificate has none of that kind, or several. */
export function certificateName(certificate: PeerCertificate, field: CertificateField): string | undefined {
  const [name, ...others] = field === 'subject' ? commonNames(certificate) : alternativeNames(certificate, field);
  return name !== undefined && others.length === 0 && isAccountName(name) ? name : undefined;
}

/** When the certificate expires, in milliseconds since 1970. */
export const certificateExpiry = ({ valid_to }: PeerCertificate): number => Date.parse(valid_to);

function commonNames({ subject }: PeerCertificate): readonly string[] {
  const name: unknown = (subject as Partial<PeerCertificate['subject']> | undefined)?.CN;
  return Array.isArray(name) ? (name as string[]) : typeof name === 'string' ? [name] : [];
}

function alternativeNames(
  { subjectaltname }: PeerCertificate,
  field: Exclude<CertificateField, 'subject'>,
): readonly string[] {
  const prefix = prefixes[field];
  return entriesOf(subjectaltname ?? '').flatMap((entry) =>
    entry.startsWith(prefix) ? [entry.slice(prefix.length)] : [],
  );
}

/**
 * The entries of `subjectaltname`. Node writes an entry as a JSON string if it has characters that could be mistaken
 * for the separator: https://nodejs.org/api/tls.html#certificate-object
 */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  const form = /(\w[\w ]*:)(?:("(?:[^"\\]|\\.)*")|([^,"]*))(?:, |$)/uy;
  while (form.lastIndex < text.length) {
    const [, kind = '', quoted, plain = ''] = form.exec(text) ?? [];
    // What cannot be read is not a name, nor is what follows it.
    if (kind === '') return [];
    entries.push(kind + (quoted === undefined ? plain : (JSON.parse(quoted) as string)));
  }
  return entries;
}
