/** Reads the body of a request as JSON of a known shape. */
import type { z } from 'zod';

import { OpenaiError } from '../errors/openai-error.ts';

/** Reads and checks the body; throws an `OpenaiError` that names the first field that is wrong. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>, bodyBytes: number): Promise<T> {
  const result = schema.safeParse(parsed(await textOf(request, bodyBytes)), { reportInput: false });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param =
    issue?.path
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`))
      .join('') ?? '';
  throw new OpenaiError(400, `${param === '' ? 'The body' : param}: ${issue?.message ?? 'is not valid'}.`, {
    ...(param === '' ? {} : { param }),
    code: 'invalid_value',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OpenaiError(400, 'The body is not JSON.', { cause: error });
  }
}

async function textOf(request: Request, limit: number): Promise<string> {
  const tooLarge = (): OpenaiError =>
    new OpenaiError(413, `The body is larger than ${limit} bytes.`, { code: 'request_too_large' });
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length;
    if (size > limit) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(chunk.value);
  }
  return new TextDecoder().decode(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
