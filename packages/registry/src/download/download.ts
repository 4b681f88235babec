/**
 * Downloads one address into a partial file, going on where an earlier attempt stopped.
 *
 * The partial file stays when the download fails, so that the next one needs less. It is complete when the number of
 * bytes is the one that the server stated.
 */
import type { FileHandle } from 'node:fs/promises';

import type { InstallProgress } from '../contract/registry.ts';
import { RegistryError } from '../contract/registry-error.ts';
import { explainFailure, openAddress, type AddressResponse } from '../fetch/open-address.ts';
import type { Lookup } from '../fetch/private-address.ts';
import { Deadlines, type DownloadTimeouts } from './deadlines.ts';
import { PartialFile, validatorOf } from './partial-file.ts';
import { SpeedMeter } from './speed.ts';

/** What is downloaded, and within which limits. */
export interface DownloadRequest {
  readonly url: URL;
  /** The folder of the partial file. */
  readonly folder: string;
  /** Whether the checksum of the download is known, so that a wrong continuation would be found. */
  readonly hasChecksum: boolean;
  readonly maxBytes: number;
  readonly timeouts: DownloadTimeouts;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: InstallProgress) => void) | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly lookup?: Lookup | undefined;
  /** Called before bytes are written. */
  readonly beforeWrite?: (() => void | Promise<void>) | undefined;
}

/** A complete download. */
export interface Downloaded {
  readonly partial: PartialFile;
  /** Whether bytes of an earlier download were used. */
  readonly isResumed: boolean;
}

/** Connections that break are replaced by new ones that go on where they stopped. */
const maxAttempts = 5;

export async function download(request: DownloadRequest): Promise<Downloaded> {
  const { url, folder, timeouts, signal } = request;
  const partial = new PartialFile(folder, url.href);
  const deadlines = new Deadlines(timeouts, url.host, signal);
  const transfer = new Transfer(request, partial, deadlines);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const broken = await transfer.run();
      if (broken === undefined) return { partial, isResumed: transfer.isResumed };
      if (attempt === maxAttempts) throw givenUp(url.host, broken.reason);
    }
  } finally {
    deadlines[Symbol.dispose]();
  }
}

function givenUp(host: string, cause: unknown): RegistryError {
  const reason = `${host} closed the connection ${maxAttempts} times`;
  return new RegistryError('unreachable', `${reason}; install again to go on where the download stopped.`, { cause });
}

/** A connection that ended before the body did. */
class BrokenConnection {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** Where a response continues, and how long the whole file is. */
interface Range {
  readonly start: number;
  readonly total: number | undefined;
}

class Transfer {
  readonly #request: DownloadRequest;
  readonly #partial: PartialFile;
  readonly #deadlines: Deadlines;
  readonly #speed = new SpeedMeter();
  isResumed = false;

  constructor(request: DownloadRequest, partial: PartialFile, deadlines: Deadlines) {
    this.#request = request;
    this.#partial = partial;
    this.#deadlines = deadlines;
  }

  /** Makes one request. A connection that breaks is returned; anything else that fails is thrown. */
  async run(): Promise<BrokenConnection | undefined> {
    const { hasChecksum } = this.#request;
    const { bytes, validator } = await this.#partial.read();
    const canResume = bytes > 0 && (validator !== undefined || hasChecksum);
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (canResume) headers['range'] = `bytes=${bytes}-`;
    if (canResume && validator !== undefined) headers['if-range'] = validator;
    const answer = await this.#open(headers);
    if (canResume && isComplete(answer, bytes)) {
      await answer.response.body?.cancel();
      this.isResumed = true;
      return undefined;
    }
    const range = rangeOf(answer, canResume ? bytes : 0);
    if (range === undefined) {
      // The server cannot continue: its file is shorter now, or it sent another part than was asked for.
      await answer.response.body?.cancel();
      await this.#partial.remove();
      if (!canResume) throw this.#failure('sent a part of the archive that was not asked for');
      return this.run();
    }
    return this.#receive(answer, range);
  }

  async #open(headers: Readonly<Record<string, string>>): Promise<AddressResponse> {
    const { url, fetch, lookup } = this.#request;
    this.#deadlines.awaitAnswer();
    const options = { ...(fetch !== undefined && { fetch }), ...(lookup !== undefined && { lookup }) };
    const answer = await openAddress(url, { headers, signal: this.#deadlines.signal, ...options });
    const { status } = answer.response;
    this.#deadlines.awaitBytes();
    if (status === 200 || status === 206 || status === 416) return answer;
    await answer.response.body?.cancel();
    const advice = status >= 500 || status === 429 ? 'try again later' : 'tell the author of the agent';
    throw this.#failure(`answered with status ${status} for ${url.origin}${url.pathname}; ${advice}`);
  }

  async #receive(answer: AddressResponse, range: Range): Promise<BrokenConnection | undefined> {
    const { maxBytes, hasChecksum } = this.#request;
    const { headers } = answer.response;
    if (range.total !== undefined && range.total > maxBytes) throw await this.#tooLarge(answer);
    const isBounded = range.total !== undefined || headers.has('transfer-encoding') || headers.has('content-encoding');
    if (!isBounded && !hasChecksum) {
      await answer.response.body?.cancel();
      throw this.#failure('does not say how long the archive is, so a part could be taken for all of it');
    }
    const validator = validatorOf(headers);
    const file =
      range.start > 0
        ? await this.#partial.resume()
        : await this.#partial.restart(validator === undefined ? {} : { validator });
    try {
      return await this.#write(answer, { ...range, file });
    } finally {
      this.#deadlines.pause();
      await file.close();
    }
  }

  async #write(
    answer: AddressResponse,
    { start, total, file }: Range & { readonly file: FileHandle },
  ): Promise<BrokenConnection | undefined> {
    const { beforeWrite, maxBytes, url } = this.#request;
    if (start > 0) this.isResumed = true;
    let bytes = start;
    const body = (answer.response.body ?? emptyBody()) as AsyncIterable<Uint8Array>;
    const chunks = body[Symbol.asyncIterator]();
    this.#report(bytes, total);
    try {
      for (;;) {
        const chunk = await nextChunk(chunks, (error) => explainFailure(error, url.host, this.#deadlines.signal));
        if (chunk === undefined) break;
        if (chunk instanceof BrokenConnection) return chunk;
        bytes += chunk.length;
        if (bytes > maxBytes) throw await this.#tooLarge();
        await beforeWrite?.();
        await file.writeFile(chunk);
        this.#report(bytes, total);
        this.#deadlines.awaitBytes();
      }
      await file.datasync();
    } finally {
      await chunks.return?.();
    }
    const isWhole = total === undefined || bytes === total;
    return isWhole ? undefined : new BrokenConnection(this.#failure(`sent ${bytes} of ${total} bytes`));
  }

  #report(bytes: number, total: number | undefined): void {
    const speed = this.#speed.measure(bytes);
    this.#request.onProgress?.({
      step: 'download',
      bytes,
      ...(total !== undefined && { totalBytes: total }),
      ...(speed !== undefined && { bytesPerSecond: speed }),
    });
  }

  async #tooLarge(answer?: AddressResponse): Promise<RegistryError> {
    await answer?.response.body?.cancel();
    await this.#partial.remove();
    const { maxBytes, url } = this.#request;
    return new RegistryError('limit', `The archive from ${url.host} is larger than ${maxBytes} bytes, the limit.`);
  }

  #failure(reason: string): RegistryError {
    return new RegistryError('unreachable', `${this.#request.url.host} ${reason}.`);
  }
}

async function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  explain: (error: unknown) => unknown,
): Promise<Uint8Array | BrokenConnection | undefined> {
  try {
    const next = await chunks.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    const reason = explain(error);
    // Timeouts and the caller's signal end the download; a broken connection is replaced.
    if (reason instanceof RegistryError && reason.code === 'unreachable') return new BrokenConnection(reason);
    throw reason;
  }
}

/** Whether the server has no more bytes than those that are there already. */
function isComplete({ response }: AddressResponse, have: number): boolean {
  return response.status === 416 && response.headers.get('content-range') === `bytes */${have}`;
}

/** What the answer contains; undefined if it is not what was asked for. `have` is 0 if the whole file was asked for. */
function rangeOf({ response }: AddressResponse, have: number): Range | undefined {
  const { status, headers } = response;
  if (status === 200) {
    // The length of a body that was compressed for the transfer is not that of the file.
    const stated = headers.has('content-encoding') ? null : headers.get('content-length');
    return { start: 0, total: stated !== null && /^[0-9]{1,15}$/u.test(stated) ? Number(stated) : undefined };
  }
  const parts = /^bytes (?<start>[0-9]{1,15})-[0-9]{1,15}\/(?<total>[0-9]{1,15})$/u.exec(
    headers.get('content-range') ?? '',
  );
  const { start, total } = parts?.groups ?? {};
  const isNext = status === 206 && have > 0 && Number(start) === have && !headers.has('content-encoding');
  return isNext ? { start: have, total: Number(total) } : undefined;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
