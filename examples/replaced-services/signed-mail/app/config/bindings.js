// @ts-check
/** Signs every message that is sent (DKIM, RFC 6376), for mail servers that do not sign themselves. */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import { bufferSource, defineBindings } from 'posthorn/bindings';

const privateKey = await readFile(new URL('../dkim-private.pem', import.meta.url), 'utf8');
// The signer would send unsigned what it cannot sign; a file that holds no key must be known at start.
createPrivateKey(privateKey);
const signer = new DKIM({ domainName: 'example.org', keySelector: 'posthorn', privateKey });

export default defineBindings({
  mailTransport: (_services, inherited) => {
    const transport = inherited();
    return {
      async submit({ account, message }, signal) {
        // The whole message is in memory until it is sent: the signature is made of all of it and stands in front.
        const octets = Readable.from(message.octets.read(), { objectMode: false });
        const signed = await buffer(signer.sign(octets));
        return transport.submit({ account, message: { ...message, octets: bufferSource(signed) } }, signal);
      },
      close: () => transport.close(),
    };
  },
});
