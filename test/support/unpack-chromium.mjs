/** Unpacks the browser of `@sparticuz/chromium` and its libraries into the temporary folder; prints its path. */
import chromium from '@sparticuz/chromium';

process.stdout.write(await chromium.executablePath());
