import { createServer } from 'node:https';

import { makeCertificates } from '@studiolo/testing/certificates';
import { duringTests } from '@studiolo/testing/during-tests';
import { listen } from '@studiolo/testing/listen';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';

import { ReadBuffers } from './read-buffers.js';
import { createStoreAgent } from './store-agent.js';

const folder = temporaryFolder(duringTests);

withPrograms(test, 'openssl')(
  'a store with a certificate of a private authority is read when S3_CA names it, and not otherwise',
  async () => {
    const { ca, server: certificate } = makeCertificates(folder());
    await using server = createServer(certificate, (_request, response) => response.end('bytes'));
    const origin = `https://${await listen(server)}`;
    const statusWith = async (own: { ca?: string; buffers?: ReadBuffers }) => {
      const agent = createStoreAgent({ connections: 1, ...own });
      try {
        const { statusCode, body } = await agent.request({ origin, path: '/', method: 'GET' });
        await body.text();
        return statusCode;
      } finally {
        await agent.close();
      }
    };
    expect(await statusWith({ ca })).toBe(200);
    expect(await statusWith({ ca, buffers: new ReadBuffers() })).toBe(200);
    await expect(statusWith({})).rejects.toThrow('certificate');
  },
);
