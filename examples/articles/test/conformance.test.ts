/** Every conformance vector of relfield against the running service, over a socket. */

import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { assertServerConforms } from '../../../packages/relfield/test/support/conformance.ts';
import { loadVectors, titleOf, VECTOR_FILES } from '../../../packages/relfield/test/support/vectors.ts';
import { createService } from '../src/create-service.ts';

for (const file of VECTOR_FILES) {
  describe(`the article service and the vectors of ${file}`, () => {
    let service: Awaited<ReturnType<typeof createService>>;
    let port = 0;
    before(async () => {
      service = await createService();
      await service.listen({ host: '127.0.0.1', port: 0 });
      port = (service.server.address() as AddressInfo).port;
    });
    after(() => service.close());

    for (const vector of loadVectors(file)) {
      it(titleOf(vector), () => assertServerConforms(port, vector));
    }
  });
}
