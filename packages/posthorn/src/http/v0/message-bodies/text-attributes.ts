import type { DescribedBody } from '../../route/api-route.ts';
import { attributesDocument } from '../request/request-document.ts';

export const bodyDocument: DescribedBody = attributesDocument({
  title: 'WrittenMessageBody',
  description:
    'One text is enough: the other is made from it. One that is blank beside another that is not counts as missing. Other members are ignored.',
  attributes: {
    textPlain: { type: ['string', 'null'] },
    textHtml: { type: ['string', 'null'] },
  },
  example: { textHtml: '<p>Coffee &amp; cake at eight.</p>' },
});
