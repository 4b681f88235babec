/** What the flags of `acp hub` mean: who may connect, over what, and how much each may use. */
import { readFileSync } from 'node:fs';

import type { QuotaLimits, Retention, ServeHubOptions } from '@acp-stack/hub';
import { isLoopback } from '@acp-stack/http/node';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';
import { unreadableFile } from '../../errors/system-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { didYouMean } from '../../text/did-you-mean.ts';

export interface StartFlags extends DiagnosticFlags, FormatFlags {
  readonly port: number;
  readonly host: string;
  readonly database?: string;
  readonly root?: readonly string[];
  readonly agent?: readonly string[];
  /** The command of the only agent. */
  readonly command?: readonly string[] | undefined;
  readonly proxy?: readonly string[];
  readonly tokens?: string;
  readonly oidcIssuer?: string;
  readonly oidcAudience?: string;
  readonly operator?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsClientCa?: string;
  readonly allowOrigin?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly allowMcpStdio?: boolean;
  readonly limit?: readonly string[];
  /** Milliseconds. */
  readonly deleteAfter?: number;
  readonly keepBytes?: number;
  /** Seconds. */
  readonly drain: number;
  readonly name?: string;
  readonly logFormat: 'text' | 'json';
  readonly config?: string;
  readonly trustProject?: boolean;
  readonly yes?: boolean;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Where and how the hub is served. */
export function serveOptions(flags: StartFlags): ServeHubOptions {
  const { port, host, allowOrigin = [], allowHost = [] } = flags;
  const tls = tlsOptions(flags);
  return {
    port,
    host,
    ...(tls === undefined ? {} : { tls }),
    allowedHosts: [...loopbackNames, host.includes(':') ? `[${host}]` : host, ...allowHost],
    allowedOrigins: [...allowOrigin],
  };
}

function tlsOptions({ tlsCert, tlsKey, tlsClientCa }: StartFlags): ServeHubOptions['tls'] {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key belong together; give both');
  }
  if (tlsCert === undefined || tlsKey === undefined) {
    if (tlsClientCa !== undefined) throw new UsageError('--tls-client-ca requires --tls-cert and --tls-key');
    return undefined;
  }
  return {
    cert: readPem(tlsCert, '--tls-cert'),
    key: readPem(tlsKey, '--tls-key'),
    // Clients with a token need no certificate.
    ...(tlsClientCa === undefined
      ? {}
      : { ca: readPem(tlsClientCa, '--tls-client-ca'), requestCert: true, rejectUnauthorized: false }),
  };
}

function readPem(path: string, flag: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadableFile(path, error);
  }
  if (text.includes('-----BEGIN ')) return text;
  throw new UsageError(`${flag}: ${path} is not in PEM; it must have a line -----BEGIN …-----`);
}

/** The OpenID provider whose tokens are accepted; undefined if there is none. */
export function oidcSettings({
  oidcIssuer: issuer,
  oidcAudience: audience,
  operator,
}: StartFlags): { issuer: string; audience: string; operators: readonly string[] } | undefined {
  if (issuer === undefined && audience === undefined) return undefined;
  if (issuer === undefined || audience === undefined) {
    throw new UsageError('--oidc-issuer and --oidc-audience belong together; give both');
  }
  const isSafe = URL.canParse(issuer) && (issuer.startsWith('https:') || isLoopback(new URL(issuer).hostname));
  if (!isSafe) throw new UsageError('--oidc-issuer must be an address that begins with https://');
  return { issuer, audience, operators: operator ?? [] };
}

const quotaNames: ReadonlyMap<string, keyof QuotaLimits> = new Map([
  ['sessions', 'sessions'],
  ['stored-bytes', 'storedBytes'],
  ['processes', 'processes'],
  ['requests-per-second', 'requestsPerSecond'],
  ['attachments', 'attachments'],
]);

/** The quotas of each user that `--limit` sets. */
export function quotasOf({ limit = [] }: StartFlags): Partial<QuotaLimits> {
  return Object.fromEntries(
    limit.map((text) => {
      const [, name = '', digits] = /^([a-z-]+)=(\d{1,15})$/u.exec(text) ?? [];
      const quota = quotaNames.get(name);
      if (digits !== undefined && quota !== undefined && Number(digits) > 0) return [quota, Number(digits)];
      const names = [...quotaNames.keys()];
      const advice = quota === undefined ? didYouMean(name, names) || `; there is ${names.join(', ')}` : '';
      throw new UsageError(`--limit must be name=number, such as --limit sessions=100, not ${text}${advice}`);
    }),
  );
}

/** Which sessions the hub deletes by itself; none without flags. */
export const retentionOf = ({ deleteAfter, keepBytes }: StartFlags): Retention => ({
  ...(deleteAfter === undefined ? {} : { sessionAge: deleteAfter }),
  ...(keepBytes === undefined ? {} : { sessionBytes: keepBytes }),
});
