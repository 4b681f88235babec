/** The proxy as a program: a conductor starts it and talks to it over its standard input and output. */
// #region program
import { proxy, text } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

await proxy({ name: 'polite', version: '1.0.0' })
  .onClientRequest('session/prompt', (params, next) =>
    next({ ...params, prompt: [...params.prompt, text('Please be polite.')] }),
  )
  .serve(stdio());
// #endregion program
