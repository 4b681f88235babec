/** Reads the body of a request as JSON of a known shape. */
import { readJson } from '@acp-stack/http/web';
import type { z } from 'zod';

import { OpenaiError } from '../errors/openai-error.ts';

/** Reads and checks the body; throws an `OpenaiError` that names the first field that is wrong. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>, bodyBytes: number): Promise<T> {
  const body = await readJson(request, bodyBytes);
  if (body.kind === 'too-large')
    throw new OpenaiError(413, `The body is larger than ${bodyBytes} bytes.`, { code: 'request_too_large' });
  if (body.kind === 'not-json') throw new OpenaiError(400, 'The body is not JSON.', { cause: body.error });
  const result = schema.safeParse(body.value, { reportInput: false });
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
