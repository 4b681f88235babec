import { describe, expect, test } from 'vitest';

import { TransportError } from './transport-error.ts';
import { unreachable } from './unreachable.ts';

const origin = 'https://agents.example';

/** An error as `fetch` of Node gives it. */
const failed = (code: string, message = code): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });

describe('unreachable', () => {
  test.each([
    ['ECONNREFUSED', /No server listens at https:\/\/agents\.example; start the server/],
    ['ENOTFOUND', /The host name in .+ is unknown/],
    ['EAI_AGAIN', /is unknown/],
    ['ETIMEDOUT', /does not respond; check the host/],
    ['EHOSTUNREACH', /does not respond/],
    ['UND_ERR_CONNECT_TIMEOUT', /does not respond/],
    ['EPROTO', /does not speak TLS; check whether the address must start with http:/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate of .+ is not trusted \(.+\); in Node pass its authority as tls\.ca/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /is not trusted/],
    ['CERT_HAS_EXPIRED', /is not trusted/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /is not trusted/],
    ['ECONNRESET', /closed the connection; check whether the address must start with https:/],
  ])('says what %s means, and what to do', (code, words) => {
    const error = failed(code);
    expect(unreachable(origin, error)).toMatchObject({ code: 'unreachable', cause: error });
    expect(unreachable(origin, error).message).toMatch(words);
  });

  test.each([
    [
      116,
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'tlsv13 alert certificate required',
      /requires a client certificate; in Node pass one as tls: \{ key, cert \}\.$/,
    ],
    [
      48,
      'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
      'tlsv1 alert unknown ca',
      /does not accept the client certificate \(tlsv1 alert unknown ca\); check/,
    ],
    // Before TLS 1.3 a server that wants a certificate says only this; Node gives it two names.
    [
      40,
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'sslv3 alert handshake failure',
      /refuses the handshake \(.+ handshake failure\); if it requires a client certificate/,
    ],
    [40, 'EPROTO', 'sslv3 alert handshake failure', /speaks TLS and refuses the handshake/],
  ])('says what alert %i of a server means, and what to do', (number, code, words, expected) => {
    const message = `805C:error:0A00:SSL routines:ssl3_read_bytes:${words}:../record/rec_layer_s3.c:1601:SSL alert number ${number}\n`;
    expect(unreachable(origin, failed(code, message)).message).toMatch(expected);
  });

  test('names the kind of address that it is about', () => {
    const sockets = 'wss://agents.example';
    expect(unreachable(sockets, failed('EPROTO')).message).toMatch(/must start with ws:\.$/);
    expect(unreachable('ws://agents.example', failed('ECONNRESET')).message).toMatch(/must start with wss:,/);
  });

  test('looks into the attempts where a name has several addresses', () => {
    const attempts = [Object.assign(new Error('connect ECONNREFUSED ::1:80'), { code: 'ECONNREFUSED' })];
    const error = new TypeError('fetch failed', { cause: new AggregateError(attempts, '') });
    expect(unreachable(origin, error).message).toMatch(/^No server listens/);
  });

  test.each([new TypeError('Failed to fetch'), 'a word', undefined, new Error('', { cause: new Error('') })])(
    'has words for %j, which says nothing',
    (error) => {
      expect(unreachable(origin, error).message).toMatch(/could not be reached \(.+\); check the address/);
    },
  );

  test('leaves an error alone that is one already', () => {
    const error = new TransportError('limit', 'too much');
    expect(unreachable(origin, error)).toBe(error);
  });
});
