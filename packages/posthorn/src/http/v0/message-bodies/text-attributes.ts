/** The texts in the documents of v0's writes. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import { attributesDocument } from '../request/request-document.ts';

/** The body of a request that creates or changes texts. */
export const bodyDocument: JsonSchema = attributesDocument({
  description:
    'One text is enough: the other is made from it. One that is blank beside another that is not counts as missing. Other members are ignored.',
  attributes: {
    textPlain: { type: ['string', 'null'] },
    textHtml: { type: ['string', 'null'] },
  },
  example: { textHtml: '<p>Coffee &amp; cake at eight.</p>' },
});
