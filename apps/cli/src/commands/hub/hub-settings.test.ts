import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { cert, key } from '../../../../../test/support/loopback-certificate.ts';
import { parseDuration } from './duration.ts';
import { hubDatabase, shownDatabase } from './hub-database.ts';
import { oidcSettings, quotasOf, retentionOf, serveOptions, type StartFlags } from './hub-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-hub-settings-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const flags = (more: Partial<StartFlags> = {}): StartFlags => ({
  port: 0,
  host: '127.0.0.1',
  drain: 10,
  format: 'text',
  logFormat: 'text',
  ...more,
});

describe('the database of a hub', () => {
  const env = { HOME: '/home/ann', XDG_DATA_HOME: '/data' };

  test('is that of the flag, of the variable, or a file in the data folder', () => {
    expect(hubDatabase(undefined, env)).toEqual({ kind: 'sqlite', path: '/data/acp-stack/hub/hub.db' });
    const variable = { ...env, ACP_HUB_DATABASE: 'postgres://db/acp' };
    expect(hubDatabase(undefined, variable)).toEqual({ kind: 'postgres', url: 'postgres://db/acp' });
    expect(hubDatabase('/srv/hub.db', variable)).toEqual({ kind: 'sqlite', path: '/srv/hub.db' });
  });

  test('may be a schema of a database that others use too', () => {
    const database = { kind: 'postgres', url: 'postgres://db/acp?sslmode=require', schema: 'team' };
    expect(hubDatabase('postgres://db/acp?schema=team&sslmode=require', env)).toEqual(database);
    expect(() => hubDatabase('postgres://db/acp?schema=x%22', env)).toThrow('the schema must be a name');
  });

  test('is shown without a password and without options', () => {
    const database = hubDatabase('postgresql://hub:geheim@db.example:5433/acp?sslpassword=geheim', env);
    expect(shownDatabase(database)).toBe('postgresql://hub@db.example:5433/acp');
  });

  test.each(['mysql://db/acp', 'postgres://[/acp'])('is not %s', (address) => {
    expect(() => hubDatabase(address, env)).toThrow('--database');
  });
});

describe('how a hub is served', () => {
  test('clients may use loopback names, its address and those that are allowed', () => {
    expect(serveOptions(flags({ host: '::1', allowHost: ['hub.example'] }))).toMatchObject({
      allowedHosts: ['localhost', '127.0.0.1', '[::1]', '[::1]', 'hub.example'],
    });
  });

  test('certificates are read, and those of clients are optional', () => {
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    const options = serveOptions(flags({ tlsCert: certFile, tlsKey: keyFile, tlsClientCa: certFile }));
    expect(options.tls).toMatchObject({ cert, key, ca: cert, requestCert: true, rejectUnauthorized: false });
  });

  test.each<[Partial<StartFlags>, string]>([
    [{ tlsCert: 'x' }, '--tls-cert and --tls-key belong together'],
    [{ tlsClientCa: 'x' }, '--tls-client-ca requires --tls-cert'],
    [{ tlsCert: '/no/such', tlsKey: '/no/such' }, 'cannot read /no/such: '],
  ])('%j is refused', (more, words) => {
    expect(() => serveOptions(flags(more))).toThrow(words);
  });

  test('a file that is not a certificate is refused without quoting it', () => {
    const path = join(folder, 'secret');
    writeFileSync(path, 'geheim');
    expect(() => serveOptions(flags({ tlsCert: path, tlsKey: path }))).toThrow(/^--tls-cert: .*secret is not in PEM/u);
  });
});

test('an OpenID provider needs an address and an audience', () => {
  expect(oidcSettings(flags())).toBeUndefined();
  const oidc = { oidcIssuer: 'https://login.example', oidcAudience: 'hub', operator: ['ann'] };
  expect(oidcSettings(flags(oidc))).toEqual({ issuer: 'https://login.example', audience: 'hub', operators: ['ann'] });
  expect(() => oidcSettings(flags({ oidcIssuer: 'https://login.example' }))).toThrow('belong together');
  expect(() => oidcSettings(flags({ ...oidc, oidcIssuer: 'http://login.example' }))).toThrow('must be an address');
});

test('limits of each user are set by name', () => {
  expect(quotasOf(flags({ limit: ['sessions=5', 'stored-bytes=1000'] }))).toEqual({ sessions: 5, storedBytes: 1000 });
  expect(() => quotasOf(flags({ limit: ['session=5'] }))).toThrow('not session=5; did you mean sessions?');
  expect(() => quotasOf(flags({ limit: ['sessions=0'] }))).toThrow('must be name=number');
  expect(() => quotasOf(flags({ limit: ['bananas=1'] }))).toThrow('there is sessions, stored-bytes');
});

test('a hub deletes sessions by itself only if it is told to', () => {
  expect(retentionOf(flags())).toEqual({});
  expect(retentionOf(flags({ deleteAfter: 1000, keepBytes: 5 }))).toEqual({ sessionAge: 1000, sessionBytes: 5 });
});

test.each([
  ['45s', 45_000],
  ['30m', 1_800_000],
  ['1h', 3_600_000],
  ['90d', 7_776_000_000],
  ['1 h', undefined],
  ['-1h', undefined],
  ['1', undefined],
  ['1w', undefined],
])('%s is a time', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});
