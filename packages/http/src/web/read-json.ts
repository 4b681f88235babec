/** Reads the body of a request as JSON, up to a limit. */
import { CollectedBytes } from '@acp-stack/rpc';

/** The body of a request, or why it cannot be read. */
export type JsonBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-json'; readonly error: unknown };

/** Reads the body; one of more than `limit` bytes is not read to its end. */
export async function readJson(request: Request, limit: number): Promise<JsonBody> {
  const bytes = await readBytes(request, limit);
  if (bytes === undefined) return { kind: 'too-large' };
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch (error) {
    return { kind: 'not-json', error };
  }
}

/** The bytes of the body; undefined if they are too many. */
async function readBytes({ headers, body }: Request, limit: number): Promise<Uint8Array | undefined> {
  if (Number(headers.get('content-length') ?? 0) > limit) return undefined;
  const bytes = new CollectedBytes();
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
    if (bytes.size + chunk.value.length > limit) {
      void reader?.cancel().catch(() => undefined);
      return undefined;
    }
    bytes.add(chunk.value);
  }
  return bytes.take();
}
